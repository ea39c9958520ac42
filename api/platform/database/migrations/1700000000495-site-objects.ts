import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What stands of the public site in a bucket, whichever server has put it there. */
export class SiteObjects1700000000495 implements MigrationInterface {
  name = 'SiteObjects1700000000495';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "site_bucket" (
        "place" text PRIMARY KEY,
        "writer" uuid NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE "site_object" (
        "place" text NOT NULL,
        "key" text NOT NULL,
        "hash" text,
        "etag" text,
        "stale_at" timestamptz,
        PRIMARY KEY ("place", "key")
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "site_object"');
    await queryRunner.query('DROP TABLE "site_bucket"');
  }
}
