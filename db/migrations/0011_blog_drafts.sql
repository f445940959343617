CREATE TABLE "blog_drafts" (
	"post_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"saved_by" uuid,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"fields" jsonb NOT NULL,
	CONSTRAINT "blog_drafts_post_id_revision_pk" PRIMARY KEY("post_id","revision")
);
--> statement-breakpoint
ALTER TABLE "blog_drafts" ADD CONSTRAINT "blog_drafts_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blog_drafts" ADD CONSTRAINT "blog_drafts_saved_by_players_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."players"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blog_drafts_saved_by" ON "blog_drafts" USING btree ("saved_by");