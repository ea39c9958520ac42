import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which of the words that show a story again, and which moves of a video, this database knows: by their times in the ledger. */
export class KnownWords1700000000600 implements MigrationInterface {
  name = 'KnownWords1700000000600';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "story_choice" ADD COLUMN "shown_at" timestamptz');
    await queryRunner.query('ALTER TABLE "showcase_video" ADD COLUMN "moved_at" timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "showcase_video" DROP COLUMN "moved_at"');
    await queryRunner.query('ALTER TABLE "story_choice" DROP COLUMN "shown_at"');
  }
}
