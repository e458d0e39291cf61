-- Streams and their events. The key on stream and number decides which of two nodes was first.
-- There is no foreign key: it would lock and rewrite the stream's row for every event.
CREATE TABLE streams (
    key BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    head TEXT NOT NULL,
    begun TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE TABLE events (
    stream BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (stream, seq)
);
