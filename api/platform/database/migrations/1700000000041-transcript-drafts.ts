import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Automatic transcripts, until a producer has accepted or rejected them. */
export class TranscriptDrafts1700000000041 implements MigrationInterface {
  name = 'TranscriptDrafts1700000000041';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "transcript_draft" (
        "video_id" uuid PRIMARY KEY REFERENCES "showcase_video" ON DELETE CASCADE,
        "state" text NOT NULL CHECK ("state" IN ('waiting', 'ready', 'failed', 'settled')),
        "cues" jsonb CHECK (("cues" IS NOT NULL) = ("state" = 'ready')),
        "problem" text,
        "changed_at" timestamptz NOT NULL
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "transcript_draft"');
  }
}
