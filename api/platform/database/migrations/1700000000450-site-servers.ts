import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Servers with disks of their own show one public site: how far it is, and how far each of them has followed. */
export class SiteServers1700000000450 implements MigrationInterface {
  name = 'SiteServers1700000000450';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('CREATE TABLE "site_generation" ("generation" bigint NOT NULL)');
    await queryRunner.query('CREATE UNIQUE INDEX "site_generation_alone" ON "site_generation" ((true))');
    await queryRunner.query('INSERT INTO "site_generation" VALUES (0)');
    await queryRunner.query(`
      CREATE TABLE "site_server" (
        "id" uuid PRIMARY KEY,
        "seen_at" timestamptz NOT NULL,
        "blocked" bigint NOT NULL,
        "published" bigint NOT NULL
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "site_server"');
    await queryRunner.query('DROP TABLE "site_generation"');
  }
}
