import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When staff were told by mail that a removal is listed. */
export class ToldListings1700000000670 implements MigrationInterface {
  name = 'ToldListings1700000000670';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "due_removal" ADD COLUMN "listing_told_at" timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "due_removal" DROP COLUMN "listing_told_at"');
  }
}
