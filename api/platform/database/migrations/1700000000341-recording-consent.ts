import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What holds now of what people said about being recorded; how it came to be stands in their receipts. */
export class RecordingConsent1700000000341 implements MigrationInterface {
  name = 'RecordingConsent1700000000341';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "recording_consent" (
        "participant_id" uuid PRIMARY KEY REFERENCES "participant" ("id") ON DELETE CASCADE,
        "state" text NOT NULL
          CHECK ("state" IN ('none', 'given', 'refused', 'withdrawn', 'guardian_asked', 'guardian_refused')),
        "version" text NOT NULL,
        "changed_at" timestamptz NOT NULL,
        "may_transcribe" boolean,
        "guardian_email" text,
        "guardian_token_hash" bytea UNIQUE,
        "guardian_asked_at" timestamptz,
        "guardian_mails" int NOT NULL DEFAULT 0
      )`);
    await queryRunner.query(`ALTER TABLE "public_upload" ADD "consent_version" text`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "public_upload" DROP "consent_version"`);
    await queryRunner.query(`DROP TABLE "recording_consent"`);
  }
}
