import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a helper is sending is found by that helper alone, and ends with their link. */
export class HelpedUploads1700000000466 implements MigrationInterface {
  name = 'HelpedUploads1700000000466';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "upload_session" ADD "helper_link_id" uuid REFERENCES "helper_link" ON DELETE CASCADE`,
    );
    await queryRunner.query(
      `CREATE INDEX "upload_session_helper" ON "upload_session" ("helper_link_id") WHERE "helper_link_id" IS NOT NULL`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "upload_session" DROP "helper_link_id"');
  }
}
