CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"games" integer NOT NULL
);
--> statement-breakpoint
-- The words of a text: runs of letters and digits, without apostrophes. In step with `wordsOf` in search-words.ts.
CREATE FUNCTION text_words(given text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN array_remove(regexp_split_to_array(translate(lower(given), '''’', ''), '[^[:alnum:]]+'), '');--> statement-breakpoint
-- What a game is found by: the words of its title, each two neighbours as one, and, behind a #, those of its categories and tags.
-- Its cost keeps the planner from working it out for each game of a table instead of asking the index.
CREATE FUNCTION game_words(title text, categories text[], tags text[]) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
RETURN array_to_tsvector(ARRAY(
	SELECT left(word, 80) FROM unnest(text_words(title)) word
	UNION SELECT left(words[at] || words[at + 1], 80) FROM text_words(title) words, generate_series(1, cardinality(words) - 1) at
	UNION SELECT '#' || left(word, 80) FROM unnest(text_words(array_to_string(categories || tags, ' '))) word
));--> statement-breakpoint
-- A word, and what is left of it without one of its letters: words that share one of these differ by a slip or two.
CREATE FUNCTION word_slips(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
RETURN word || ARRAY(SELECT overlay(word placing '' from at for 1) FROM generate_series(1, length(word)) at);--> statement-breakpoint
ALTER TABLE "game_categories" ADD COLUMN "title" text;--> statement-breakpoint
UPDATE "game_categories" c SET "title" = g."search_title" FROM "games" g WHERE g."id" = c."game_id";--> statement-breakpoint
ALTER TABLE "game_categories" ALTER COLUMN "title" SET NOT NULL;--> statement-breakpoint
INSERT INTO "search_words" ("word", "games")
SELECT word, count(*) FROM "games", unnest(text_words(title || ' ' || array_to_string(categories || tags, ' '))) word
WHERE url is not null AND length(word) BETWEEN 2 AND 24 GROUP BY word;--> statement-breakpoint
CREATE INDEX "search_words_slips" ON "search_words" USING gin (word_slips(word));--> statement-breakpoint
CREATE INDEX "game_categories_titles" ON "game_categories" USING btree ("category","title","game_id");--> statement-breakpoint
CREATE INDEX "games_words" ON "games" USING gin (game_words(search_title, categories, tags)) WHERE url is not null;
