import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What was said about being recorded, in a beginning that nobody has claimed yet, by somebody under 18 and their guardian.
 * Of a beginning that was not theirs (`discarded_at`) it holds for the videos that were made of it.
 */
export class GuardiansSetApart1700000000640 implements MigrationInterface {
  name = 'GuardiansSetApart1700000000640';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "guardian_set_apart" (
        "participant_id" uuid PRIMARY KEY REFERENCES "participant" ("id") ON DELETE CASCADE,
        "state" text NOT NULL
          CHECK ("state" IN ('none', 'given', 'refused', 'withdrawn', 'guardian_asked', 'guardian_refused')),
        "version" text NOT NULL,
        "changed_at" timestamptz NOT NULL,
        "may_transcribe" boolean,
        "may_keep_words" boolean,
        "may_keep_photos" boolean,
        "guardian_email" text NOT NULL,
        "guardian_token_hash" bytea UNIQUE,
        "guardian_agreed_hashes" bytea[] NOT NULL DEFAULT '{}',
        "guardian_asked_at" timestamptz,
        "guardian_mails" int NOT NULL DEFAULT 0,
        "subject_key" uuid NOT NULL,
        "discarded_at" timestamptz
      )`);
    await queryRunner.query(
      'CREATE INDEX "guardian_set_apart_agreed" ON "guardian_set_apart" USING gin ("guardian_agreed_hashes")',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "guardian_set_apart"');
  }
}
