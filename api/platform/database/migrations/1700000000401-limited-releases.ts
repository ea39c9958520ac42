import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Releases with a first or a last day are few, and looked for before every search. */
export class LimitedReleases1700000000401 implements MigrationInterface {
  name = 'LimitedReleases1700000000401';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE INDEX "cut_release_limited" ON "cut_release" ("public_from", "public_until")
      WHERE "public_from" IS NOT NULL OR "public_until" IS NOT NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX "cut_release_limited"');
  }
}
