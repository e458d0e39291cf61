-- Streams, and their events in the order in which they come: so a transaction full of events
-- fills a few pages at the end of the table, and only the narrow index is written in many places.
CREATE TABLE streams (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    head TEXT NOT NULL,
    begun INTEGER NOT NULL -- milliseconds since 1970
);
CREATE TABLE events (
    stream INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL
);
CREATE UNIQUE INDEX events_place ON events (stream, seq);
