CREATE TABLE "operator_acts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"operator_id" uuid,
	"operator_name" text NOT NULL,
	"act" text NOT NULL,
	"on_kind" text NOT NULL,
	"on_id" text NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"details" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "operator_acts" ADD CONSTRAINT "operator_acts_operator_id_players_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."players"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operator_acts_operator" ON "operator_acts" USING btree ("operator_id");--> statement-breakpoint
CREATE INDEX "operator_acts_on" ON "operator_acts" USING btree ("on_kind","on_id");