-- Old streams are found without reading all of them.
CREATE INDEX streams_begun ON streams (begun);
