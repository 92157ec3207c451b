-- The level of the computer that leads a seat, if one does.
ALTER TABLE games ADD COLUMN first_computer TEXT;
ALTER TABLE games ADD COLUMN second_computer TEXT;
-- Few games are led by computers and unfinished: those are found at once when a server starts.
CREATE INDEX games_computer ON games (updated)
    WHERE (first_computer IS NOT NULL OR second_computer IS NOT NULL) AND NOT finished;
