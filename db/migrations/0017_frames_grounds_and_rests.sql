ALTER TABLE "players" ADD COLUMN "frame" text;--> statement-breakpoint
ALTER TABLE "players" ADD COLUMN "ground" text;--> statement-breakpoint
ALTER TABLE "sign_in_days" ADD COLUMN "is_rest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "credit_awards_bought" ON "credit_awards" USING btree ("player_id","key") WHERE "credit_awards"."activity_type" = 'shop';