import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What may be done only so often is counted for all servers together; the gate knows the browsers of staff, and their names. */
export class SharedCounters1700000000130 implements MigrationInterface {
  name = 'SharedCounters1700000000130';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "rate_limit" (
        "key" text PRIMARY KEY,
        "count" integer NOT NULL,
        "ends_at" timestamptz NOT NULL
      )`);
    await queryRunner.query(`CREATE INDEX "rate_limit_past" ON "rate_limit" ("ends_at")`);
    await queryRunner.query(`
      CREATE TABLE "staff_browser" (
        "token_hash" bytea PRIMARY KEY,
        "created_at" timestamptz NOT NULL,
        "last_seen_at" timestamptz NOT NULL
      )`);
    await queryRunner.query(`ALTER TABLE "staff_session" ADD "producer_name" text`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "staff_session" DROP "producer_name"`);
    await queryRunner.query(`DROP TABLE "staff_browser"`);
    await queryRunner.query(`DROP TABLE "rate_limit"`);
  }
}
