import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each night everything is looked at: what was found, and whether staff were told of it by mail. */
export class NightlyLooks1700000000500 implements MigrationInterface {
  name = 'NightlyLooks1700000000500';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "nightly_look" (
        "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        "began_at" timestamptz NOT NULL DEFAULT now(),
        "ended_at" timestamptz,
        "findings" jsonb NOT NULL DEFAULT '[]',
        "mailed_at" timestamptz
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "nightly_look"');
  }
}
