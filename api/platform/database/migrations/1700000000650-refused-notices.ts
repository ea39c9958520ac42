import type { MigrationInterface, QueryRunner } from 'typeorm';

/** On how many nights the mail server has refused, for good, the mail that tells of a removal. */
export class RefusedNotices1700000000650 implements MigrationInterface {
  name = 'RefusedNotices1700000000650';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "due_removal" ADD COLUMN "refused_nights" integer NOT NULL DEFAULT 0');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "due_removal" DROP COLUMN "refused_nights"');
  }
}
