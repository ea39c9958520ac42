import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Words that were added to others keep their ids: an older database has them by these. */
export class JoinedWords1700000000645 implements MigrationInterface {
  name = 'JoinedWords1700000000645';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "written_answer" ADD "joined_ids" uuid[] NOT NULL DEFAULT '{}'`);
    // Compared with times of the ledger, which have no microseconds.
    await queryRunner.query(`
      UPDATE "written_answer" SET "changed_at" = date_trunc('milliseconds', "changed_at")
      WHERE "changed_at" <> date_trunc('milliseconds', "changed_at")`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "written_answer" DROP COLUMN "joined_ids"');
  }
}
