import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Transcripts whose lines have times. */
export class TimedTranscripts1700000000040 implements MigrationInterface {
  name = 'TimedTranscripts1700000000040';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "showcase_video" ADD COLUMN "cues" jsonb
      CHECK (CASE WHEN jsonb_typeof("cues") = 'array' THEN jsonb_array_length("cues") > 0 ELSE "cues" IS NULL END)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "showcase_video" DROP COLUMN "cues"');
  }
}
