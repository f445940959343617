CREATE TABLE "comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"post_id" integer NOT NULL,
	"player_id" uuid NOT NULL,
	"content" text NOT NULL,
	"state" text DEFAULT 'shown' NOT NULL,
	"state_why" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	CONSTRAINT "comments_state" CHECK ("comments"."state" in ('shown', 'held', 'removed'))
);
--> statement-breakpoint
CREATE TABLE "held_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"player_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"post_id" integer,
	"comment_id" integer,
	"actor_id" uuid,
	"times" integer DEFAULT 1 NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "notifications_kind" CHECK ("notifications"."kind" in ('comment', 'like', 'decision'))
);
--> statement-breakpoint
CREATE TABLE "player_blocks" (
	"player_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "player_blocks_player_id_blocked_id_pk" PRIMARY KEY("player_id","blocked_id")
);
--> statement-breakpoint
CREATE TABLE "post_counts" (
	"post_id" integer PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"is_shown" boolean NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"comments" integer DEFAULT 0 NOT NULL,
	"score" integer GENERATED ALWAYS AS (likes + comments) STORED NOT NULL,
	CONSTRAINT "post_counts_likes" CHECK ("post_counts"."likes" >= 0),
	CONSTRAINT "post_counts_comments" CHECK ("post_counts"."comments" >= 0)
);
--> statement-breakpoint
CREATE TABLE "post_likes" (
	"post_id" integer NOT NULL,
	"player_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "post_likes_post_id_player_id_pk" PRIMARY KEY("post_id","player_id")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "posts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"player_id" uuid NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"content" text NOT NULL,
	"type" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"redirect_url" text,
	"redirect_title" text DEFAULT '' NOT NULL,
	"media_url" text,
	"media_width" integer,
	"media_height" integer,
	"game_id" integer,
	"state" text DEFAULT 'shown' NOT NULL,
	"state_why" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	CONSTRAINT "posts_type" CHECK ("posts"."type" in ('discussion', 'question', 'suggestion', 'showcase')),
	CONSTRAINT "posts_state" CHECK ("posts"."state" in ('shown', 'held', 'removed'))
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"player_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"on_id" text NOT NULL,
	"about_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"decision" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reports_once" UNIQUE("player_id","kind","on_id")
);
--> statement-breakpoint
ALTER TABLE "players" ADD COLUMN "shows_wishlist" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "players" ADD COLUMN "wants_mail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "players" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "players" ADD COLUMN "suspended_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "players" ADD COLUMN "suspended_why" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_actor_id_players_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."players"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_blocks" ADD CONSTRAINT "player_blocks_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_blocks" ADD CONSTRAINT "player_blocks_blocked_id_players_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."players"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_counts" ADD CONSTRAINT "post_counts_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_likes" ADD CONSTRAINT "post_likes_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_likes" ADD CONSTRAINT "post_likes_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_about_id_players_id_fk" FOREIGN KEY ("about_id") REFERENCES "public"."players"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- The words of a post, for its search, and two spans of ids that it is in, as in title_places (0005). What joins words parts them: the
-- parser would keep an address or racing/drift as one word, and leave out what looks like markup. Its cost keeps the planner from
-- working it out for each post of a table instead of asking the index.
CREATE FUNCTION post_words(title text, content text, tags text[], id integer) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
RETURN to_tsvector('simple'::regconfig, translate(title || ' ' || content || ' ' || array_to_string(tags, ' '), '/.<>-@:+&%_~=?#!*|\^', '                    '))
	|| array_to_tsvector(ARRAY['#' || (id >> 13)::text, '#' || ((id >> 13) + 1)::text]);--> statement-breakpoint
CREATE INDEX "comments_of_post" ON "comments" USING btree ("post_id","id");--> statement-breakpoint
CREATE INDEX "comments_of_player" ON "comments" USING btree ("player_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "comments_held" ON "comments" USING btree ("id") WHERE state = 'held';--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("player_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("player_id") WHERE read_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_likes" ON "notifications" USING btree ("post_id","player_id") WHERE kind = 'like' and read_at is null;--> statement-breakpoint
CREATE INDEX "notifications_post" ON "notifications" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "notifications_comment" ON "notifications" USING btree ("comment_id");--> statement-breakpoint
CREATE INDEX "notifications_actor" ON "notifications" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "player_blocks_of_blocked" ON "player_blocks" USING btree ("blocked_id","player_id");--> statement-breakpoint
CREATE INDEX "post_counts_popular" ON "post_counts" USING btree ("score" DESC NULLS FIRST,"post_id" DESC NULLS FIRST) WHERE is_shown;--> statement-breakpoint
CREATE INDEX "post_counts_popular_of_type" ON "post_counts" USING btree ("type","score" DESC NULLS FIRST,"post_id" DESC NULLS FIRST) WHERE is_shown;--> statement-breakpoint
CREATE INDEX "post_likes_of_player" ON "post_likes" USING btree ("player_id","post_id");--> statement-breakpoint
CREATE INDEX "posts_newest" ON "posts" USING btree ("id" DESC NULLS FIRST) WHERE state = 'shown';--> statement-breakpoint
CREATE INDEX "posts_newest_of_type" ON "posts" USING btree ("type","id" DESC NULLS FIRST) WHERE state = 'shown';--> statement-breakpoint
CREATE INDEX "posts_of_game" ON "posts" USING btree ("game_id","id" DESC NULLS FIRST) WHERE game_id is not null;--> statement-breakpoint
CREATE INDEX "posts_of_player" ON "posts" USING btree ("player_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "posts_held" ON "posts" USING btree ("id") WHERE state = 'held';--> statement-breakpoint
CREATE INDEX "posts_search" ON "posts" USING gin (post_words(title, content, tags, id)) WHERE state = 'shown';--> statement-breakpoint
CREATE INDEX "reports_open" ON "reports" USING btree ("id") WHERE decision is null;--> statement-breakpoint
CREATE INDEX "reports_about" ON "reports" USING btree ("about_id");--> statement-breakpoint
CREATE INDEX "reports_on" ON "reports" USING btree ("kind","on_id");