CREATE TABLE "message_remarks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "message_remarks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"message_id" integer NOT NULL,
	"kind" text NOT NULL,
	"operator_name" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_remarks_kind" CHECK ("message_remarks"."kind" in ('answer', 'note'))
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"category" text NOT NULL,
	"player_id" uuid,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"content" text NOT NULL,
	"rating" integer,
	"state" text DEFAULT 'new' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('contact', 'feedback')),
	CONSTRAINT "messages_rating" CHECK ("messages"."rating" between 1 and 5),
	CONSTRAINT "messages_state" CHECK ("messages"."state" in ('new', 'answered', 'closed')),
	CONSTRAINT "messages_settled" CHECK (("messages"."state" = 'new') = ("messages"."settled_at" is null))
);
--> statement-breakpoint
ALTER TABLE "message_remarks" ADD CONSTRAINT "message_remarks_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_remarks_of" ON "message_remarks" USING btree ("message_id","id");--> statement-breakpoint
CREATE INDEX "messages_of_state" ON "messages" USING btree ("state","due_at","id");--> statement-breakpoint
CREATE INDEX "messages_newest" ON "messages" USING btree ("due_at","id");--> statement-breakpoint
CREATE INDEX "messages_of_player" ON "messages" USING btree ("player_id");--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin (lower(name || ' ' || email || ' ' || subject || ' ' || content) gin_trgm_ops);