import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Publishers of several versions share a bucket while they are upgraded: each says which it is. Null: it publishes nothing. */
export class PublisherVersions1700000000530 implements MigrationInterface {
  name = 'PublisherVersions1700000000530';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "site_server" ADD COLUMN "publishes" text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "site_server" DROP COLUMN "publishes"');
  }
}
