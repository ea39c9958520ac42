import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which of the words that take a handle back this database knows: by their time in the ledger. */
export class KnownHandles1700000000605 implements MigrationInterface {
  name = 'KnownHandles1700000000605';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "story_choice" ADD COLUMN "handles_taken_at" timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "story_choice" DROP COLUMN "handles_taken_at"');
  }
}
