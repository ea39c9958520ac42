import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Producers with accounts, and what signs them in. With an account goes all that belongs to it. */
export class StaffAccounts1700000000700 implements MigrationInterface {
  name = 'StaffAccounts1700000000700';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "staff_account" (
        "id" uuid PRIMARY KEY,
        "email" text NOT NULL UNIQUE,
        "name" text NOT NULL,
        "created_at" timestamptz NOT NULL,
        "added_by" uuid REFERENCES "staff_account" ON DELETE SET NULL,
        "last_signed_in_at" timestamptz
      )`);
    await queryRunner.query(`
      CREATE TABLE "staff_link" (
        "token_hash" bytea PRIMARY KEY,
        "account_id" uuid NOT NULL REFERENCES "staff_account" ON DELETE CASCADE,
        "page" text NOT NULL,
        "created_at" timestamptz NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE "passkey" (
        "id" uuid PRIMARY KEY,
        "account_id" uuid NOT NULL REFERENCES "staff_account" ON DELETE CASCADE,
        "credential_id" text NOT NULL UNIQUE,
        "public_key" bytea NOT NULL,
        "counter" bigint NOT NULL,
        "transports" text[] NOT NULL,
        "label" text NOT NULL,
        "created_at" timestamptz NOT NULL,
        "last_used_at" timestamptz
      )`);
    await queryRunner.query(`
      CREATE TABLE "passkey_challenge" (
        "challenge_hash" bytea PRIMARY KEY,
        "account_id" uuid REFERENCES "staff_account" ON DELETE CASCADE,
        "created_at" timestamptz NOT NULL
      )`);
    for (const table of ['staff_session', 'staff_browser']) {
      await queryRunner.query(
        `ALTER TABLE "${table}" ADD COLUMN "account_id" uuid REFERENCES "staff_account" ON DELETE CASCADE`,
      );
    }
    for (const table of ['staff_link', 'passkey', 'passkey_challenge', 'staff_session', 'staff_browser']) {
      await queryRunner.query(`CREATE INDEX "${table}_account" ON "${table}" ("account_id")`);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['staff_session', 'staff_browser']) {
      // What an account has opened, no older version knows how to refuse.
      await queryRunner.query(`DELETE FROM "${table}" WHERE "account_id" IS NOT NULL`);
      await queryRunner.query(`ALTER TABLE "${table}" DROP COLUMN "account_id"`);
    }
    for (const table of ['passkey_challenge', 'passkey', 'staff_link', 'staff_account']) {
      await queryRunner.query(`DROP TABLE "${table}"`);
    }
  }
}
