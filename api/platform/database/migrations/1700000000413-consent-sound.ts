import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The words that are agreed to before recording, read aloud: one small file, of one version of them. */
export class ConsentSound1700000000413 implements MigrationInterface {
  name = 'ConsentSound1700000000413';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "consent_sound" (
        "is_only" boolean PRIMARY KEY DEFAULT true CHECK ("is_only"),
        "content" bytea NOT NULL,
        "mime_type" text NOT NULL,
        "sha256" bytea NOT NULL CHECK (length("sha256") = 32),
        "wording_version" text NOT NULL,
        "changed_at" timestamptz NOT NULL,
        "changed_by" text
      )`);
    // It is compressed already.
    await queryRunner.query('ALTER TABLE "consent_sound" ALTER COLUMN "content" SET STORAGE EXTERNAL');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "consent_sound"');
  }
}
