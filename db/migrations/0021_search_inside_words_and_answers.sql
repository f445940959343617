-- array_to_string is only stable for types whose output may change, which that of text does not.
CREATE FUNCTION post_text(title text, content text, tags text[]) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(title || ' ' || content || ' ' || array_to_string(tags, ' '));--> statement-breakpoint
CREATE TABLE "post_answers" (
	"post_id" integer PRIMARY KEY NOT NULL,
	"comment_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind";--> statement-breakpoint
ALTER TABLE "post_answers" ADD CONSTRAINT "post_answers_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_answers" ADD CONSTRAINT "post_answers_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "post_answers_comment" ON "post_answers" USING btree ("comment_id");--> statement-breakpoint
CREATE INDEX "posts_text" ON "posts" USING gin (post_text(title, content, tags) gin_trgm_ops) WHERE state = 'shown';--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('comment', 'like', 'answer', 'decision'));