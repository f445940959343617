-- array_to_string is only stable for types whose output may change, which that of text does not.
CREATE FUNCTION post_text(title text, content text, tags text[]) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(title || ' ' || content || ' ' || array_to_string(tags, ' '));--> statement-breakpoint
CREATE INDEX "posts_text" ON "posts" USING gin (post_text(title, content, tags) gin_trgm_ops) WHERE state = 'shown';