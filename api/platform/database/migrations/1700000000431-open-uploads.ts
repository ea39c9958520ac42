import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Uploads of which nobody knows how much will come, as of a recording that goes on: their totals grow. */
export class OpenUploads1700000000431 implements MigrationInterface {
  name = 'OpenUploads1700000000431';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "upload_session" ADD "is_open" boolean NOT NULL DEFAULT false`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // What was never closed has no whole to become.
    await queryRunner.query(`DELETE FROM "upload_session" WHERE "is_open"`);
    await queryRunner.query(`ALTER TABLE "upload_session" DROP "is_open"`);
  }
}
