import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often a transcription was tried, and when it is tried again, stands with the draft. */
export class DraftTries1700000000190 implements MigrationInterface {
  name = 'DraftTries1700000000190';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE "transcript_draft" ADD "tries" integer NOT NULL DEFAULT 0, ADD "due_at" timestamptz',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "transcript_draft" DROP "due_at", DROP "tries"');
  }
}
