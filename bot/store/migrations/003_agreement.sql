-- The columns of an entry say what its bytes say; a key that the bytes lack would pass a CHECK as NULL.
BEGIN IMMEDIATE;

CREATE TRIGGER entry_agrees BEFORE INSERT ON entry BEGIN
    SELECT RAISE(ABORT, 'the columns of an entry say what its bytes say')
    WHERE json_extract(CAST(NEW.body AS TEXT), '$.game') IS NOT +NEW.game
       OR json_extract(CAST(NEW.body AS TEXT), '$.seq') IS NOT +NEW.seq
       OR json_extract(CAST(NEW.body AS TEXT), '$.kind') IS NOT +NEW.kind
       OR json_extract(CAST(NEW.body AS TEXT), '$.epoch') IS NOT +NEW.epoch
       OR json_extract(CAST(NEW.body AS TEXT), '$.request') IS NOT +NEW.request
       OR json_extract(CAST(NEW.body AS TEXT), '$.answers') IS NOT coalesce(NEW.answers, 0);
END;

PRAGMA user_version = 3;
COMMIT;
