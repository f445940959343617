ALTER TABLE "message_remarks" ADD COLUMN "mail" text;--> statement-breakpoint
ALTER TABLE "message_remarks" ADD COLUMN "mail_fault" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "message_remarks" ADD CONSTRAINT "message_remarks_mail" CHECK ("message_remarks"."mail" in ('queued', 'sent', 'filed', 'failed'));