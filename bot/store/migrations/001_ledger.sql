-- The ledger: entries that nobody changes, and what can be built again from them.
BEGIN IMMEDIATE;

CREATE TABLE entry (
    game    INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    kind    TEXT    NOT NULL,
    epoch   INTEGER NOT NULL,
    request TEXT    NOT NULL,
    answers INTEGER,
    body    BLOB    NOT NULL,
    prev    BLOB    NOT NULL CHECK (length(prev) = 32),
    hash    BLOB    NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (game, seq),
    UNIQUE (request),
    UNIQUE (game, answers),
    UNIQUE (hash),
    CHECK (json_extract(CAST(body AS TEXT), '$.game') = game),
    CHECK (json_extract(CAST(body AS TEXT), '$.seq') = seq),
    CHECK (json_extract(CAST(body AS TEXT), '$.kind') = kind),
    CHECK (json_extract(CAST(body AS TEXT), '$.epoch') = epoch),
    CHECK (json_extract(CAST(body AS TEXT), '$.request') = request),
    CHECK (json_extract(CAST(body AS TEXT), '$.answers') = coalesce(answers, 0))
) STRICT, WITHOUT ROWID;

CREATE INDEX entry_by_kind ON entry (game, kind);

-- INSERT OR REPLACE fires no delete trigger where recursive_triggers is off, so every unique value is guarded here.
CREATE TRIGGER entry_follows BEFORE INSERT ON entry BEGIN
    SELECT RAISE(ABORT, 'an entry takes the next number')
    WHERE NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM entry WHERE game = NEW.game);
    SELECT RAISE(ABORT, 'an entry chains to the hash before it')
    WHERE NEW.prev IS NOT coalesce(
        (SELECT hash FROM entry WHERE game = NEW.game AND seq = NEW.seq - 1), zeroblob(32));
    SELECT RAISE(ABORT, 'one interaction makes one entry')
    WHERE EXISTS (SELECT 1 FROM entry WHERE request = NEW.request);
    SELECT RAISE(ABORT, 'a question has one answer')
    WHERE NEW.answers IS NOT NULL
      AND EXISTS (SELECT 1 FROM entry WHERE game = NEW.game AND answers = NEW.answers);
    SELECT RAISE(ABORT, 'an answer belongs to a question')
    WHERE NEW.answers IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM entry WHERE game = NEW.game AND seq = NEW.answers AND kind = 'asked');
    SELECT RAISE(ABORT, 'a hash stands once')
    WHERE EXISTS (SELECT 1 FROM entry WHERE hash = NEW.hash);
END;
CREATE TRIGGER entry_stays BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entry_remains BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;

-- Seeds: no export holds one that is not revealed.
CREATE TABLE seed (
    game  INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    seed  BLOB    NOT NULL CHECK (length(seed) = 32),
    PRIMARY KEY (game, epoch)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER seed_once BEFORE INSERT ON seed BEGIN
    SELECT RAISE(ABORT, 'an epoch has one seed')
    WHERE EXISTS (SELECT 1 FROM seed WHERE game = NEW.game AND epoch = NEW.epoch);
END;
CREATE TRIGGER seed_stays BEFORE UPDATE ON seed BEGIN SELECT RAISE(ABORT, 'seeds are never changed'); END;
CREATE TRIGGER seed_remains BEFORE DELETE ON seed BEGIN SELECT RAISE(ABORT, 'seeds are never deleted'); END;

-- Who is behind a pseudonym: what is erased when a person is forgotten.
CREATE TABLE person (
    game      INTEGER NOT NULL,
    account   INTEGER NOT NULL,
    pseudonym TEXT    NOT NULL,
    PRIMARY KEY (game, account),
    UNIQUE (game, pseudonym)
) STRICT;

-- What is to be posted, and where it stands once it is.
CREATE TABLE outbox (
    game    INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    part    INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER,
    content BLOB,
    PRIMARY KEY (game, seq, part),
    FOREIGN KEY (game, seq) REFERENCES entry (game, seq)
) STRICT;
CREATE INDEX outbox_due ON outbox (game, seq, part) WHERE message IS NULL;

-- Built from the entries; `referee rebuild` drops and makes them again.
CREATE TABLE game (
    id      INTEGER PRIMARY KEY,
    guild   INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    status  TEXT    NOT NULL CHECK (status IN ('open', 'ended')),
    state   TEXT    NOT NULL CHECK (json_valid(state))
) STRICT;
CREATE UNIQUE INDEX one_open_game_a_channel ON game (channel) WHERE status = 'open';

CREATE TABLE piece (
    game     INTEGER NOT NULL,
    id       TEXT    NOT NULL,
    kind     TEXT    NOT NULL,
    seat     INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    location TEXT    NOT NULL,
    state    TEXT    NOT NULL CHECK (json_valid(state)),
    seq      INTEGER NOT NULL,
    PRIMARY KEY (game, id)
) STRICT;
CREATE INDEX piece_by_location ON piece (game, kind, location);

CREATE TABLE draw (
    game  INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    name  TEXT    NOT NULL,
    n     INTEGER NOT NULL CHECK (n >= 0),
    seq   INTEGER NOT NULL,
    PRIMARY KEY (game, epoch, name, n)
) STRICT, WITHOUT ROWID;

CREATE VIEW roster AS
SELECT piece.game,
       piece.id,
       piece.seat,
       piece.name,
       piece.location,
       json_extract(piece.state, '$.nation')  AS nation,
       json_extract(piece.state, '$.type')    AS type,
       json_extract(piece.state, '$.counter') AS counter,
       (SELECT group_concat(value, ' ') FROM json_each(piece.state, '$.is')) AS state,
       piece.seq
FROM piece
WHERE piece.kind = 'unit';

PRAGMA user_version = 1;
COMMIT;
