-- What sealed orders say until they are opened: like seeds, no export holds it.
BEGIN IMMEDIATE;

CREATE TABLE sealed (
    game  INTEGER NOT NULL,
    seq   INTEGER NOT NULL,
    nonce BLOB    NOT NULL CHECK (length(nonce) = 24),
    text  TEXT    NOT NULL,
    PRIMARY KEY (game, seq),
    FOREIGN KEY (game, seq) REFERENCES entry (game, seq)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER sealed_stays BEFORE UPDATE ON sealed BEGIN
    SELECT RAISE(ABORT, 'sealed orders are never changed');
END;

PRAGMA user_version = 7;
COMMIT;
