import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When staff were told by mail that a removal waits for them. */
export class ToldStaff1700000000660 implements MigrationInterface {
  name = 'ToldStaff1700000000660';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "due_removal" ADD COLUMN "staff_told_at" timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "due_removal" DROP COLUMN "staff_told_at"');
  }
}
