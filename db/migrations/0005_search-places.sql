DROP INDEX "games_prefix_4";--> statement-breakpoint
DROP INDEX "games_title_trigrams";--> statement-breakpoint
DROP INDEX "games_title_grams";--> statement-breakpoint
DROP FUNCTION title_grams(text);--> statement-breakpoint
-- The letters, pairs and triples of a title, each with its place: 4:tle in battle. From the 20th letter on, all count as there.
-- And two spans of ids that the game is in: the latest span there is has the newest games, at least 8192 where there are as many.
-- Its cost keeps the planner from working it out for each title of a table instead of asking the index.
CREATE FUNCTION title_places(title text, id integer) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
RETURN ARRAY(
	SELECT least(at, 20)::text || ':' || substr(title, at, size)
	FROM generate_series(1, length(title)) at, generate_series(1, 3) size
	WHERE at + size - 1 <= length(title)
) || ARRAY['#' || (id >> 13)::text, '#' || ((id >> 13) + 1)::text];--> statement-breakpoint
CREATE INDEX "games_title_places" ON "games" USING gin (title_places(search_title, id)) WHERE provider <> 'own' and url is not null;--> statement-breakpoint
CREATE INDEX "games_prefix_4" ON "games" USING btree (left(search_title, 4),"created_at" DESC NULLS FIRST,"feed_position","id" DESC NULLS FIRST,"search_title") WHERE provider <> 'own' and url is not null;