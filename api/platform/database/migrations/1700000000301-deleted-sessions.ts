import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sessions whose person was deleted, by the hash of a token that was drawn by chance: nothing tells whose they were. So the
 * browser that still has the token can be told the truth, in place of asking somebody to sign in who cannot.
 */
export class DeletedSessions1700000000301 implements MigrationInterface {
  name = 'DeletedSessions1700000000301';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "deleted_session" (
        "token_hash" bytea PRIMARY KEY,
        "deleted_at" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
      )`);
    await queryRunner.query(`CREATE INDEX "deleted_session_time" ON "deleted_session" ("deleted_at")`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "deleted_session"`);
  }
}
