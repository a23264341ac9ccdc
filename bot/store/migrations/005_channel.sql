-- A channel is compared with what was sent to it.
BEGIN IMMEDIATE;

-- Hashes over line, body and footer alone stand apart: `content` covers all that a message says.
ALTER TABLE outbox ADD COLUMN content_of_text BLOB;
UPDATE outbox SET content_of_text = content, content = NULL WHERE content IS NOT NULL;

-- When the referee itself last edited the post, as Discord says it; '' where it never did, NULL where nobody knows.
ALTER TABLE outbox ADD COLUMN edited TEXT;

-- The interaction that had the post sent once more, after it was deleted.
ALTER TABLE outbox ADD COLUMN again INTEGER;

CREATE INDEX outbox_by_message ON outbox (channel, message) WHERE message IS NOT NULL;

-- How far the channels of a game were compared, and what was found.
CREATE TABLE comparison (
    game  INTEGER NOT NULL PRIMARY KEY,
    state TEXT    NOT NULL CHECK (json_valid(state))
) STRICT;

PRAGMA user_version = 5;
COMMIT;
