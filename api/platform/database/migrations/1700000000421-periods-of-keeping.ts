import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What has been kept for its time, from the first mail to its removal, and the nights on which that was looked at. A night
 * is counted when it was written down, so that a clock which jumps ahead makes no time pass.
 */
export class PeriodsOfKeeping1700000000421 implements MigrationInterface {
  name = 'PeriodsOfKeeping1700000000421';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "participant_visit" (
        "participant_id" uuid PRIMARY KEY REFERENCES "participant" ON DELETE CASCADE,
        "at" timestamptz NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE "due_removal" (
        "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        "kind" text NOT NULL CHECK ("kind" IN ('unsubmitted', 'answers', 'public_upload')),
        "participant_id" uuid REFERENCES "participant" ON DELETE CASCADE,
        "public_upload_id" uuid REFERENCES "public_upload" ON DELETE CASCADE,
        "active_at" timestamptz NOT NULL,
        "found_at" timestamptz NOT NULL DEFAULT clock_timestamp(),
        "mailed_at" timestamptz,
        "mailed_nights" integer NOT NULL DEFAULT 0,
        "listed_at" timestamptz,
        "listed_nights" integer NOT NULL DEFAULT 0,
        "allowed_by" text,
        "allowed_at" timestamptz,
        "kept_by" text,
        "kept_until" timestamptz,
        CHECK (("participant_id" IS NULL) <> ("public_upload_id" IS NULL)),
        UNIQUE ("kind", "participant_id"),
        UNIQUE ("public_upload_id")
      )`);
    await queryRunner.query(`
      CREATE TABLE "keeping_night" (
        "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        "at" timestamptz NOT NULL DEFAULT clock_timestamp(),
        "removed" integer NOT NULL DEFAULT 0,
        "stopped" text
      )`);
    await queryRunner.query(`
      ALTER TABLE "audit_entry"
        DROP CONSTRAINT "audit_entry_actor_check",
        ADD CONSTRAINT "audit_entry_actor_check" CHECK ("actor" IN ('staff', 'unknown', 'participant', 'system'))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // Entries of the system stay, so their kind stays allowed.
    for (const table of ['keeping_night', 'due_removal', 'participant_visit']) {
      await queryRunner.query(`DROP TABLE "${table}"`);
    }
  }
}
