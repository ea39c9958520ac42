import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Receipts of what somebody agreed to or refused, each bound to the one before it by its hash. A row can be added and never
 * changed: triggers refuse it, also to the owner of the table, and whoever is not its superuser has lost the right as well.
 * The second table tells whose a receipt is, as long as that person is there.
 */
export class ConsentReceipts1700000000340 implements MigrationInterface {
  name = 'ConsentReceipts1700000000340';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "consent_receipt" (
        "number" bigint PRIMARY KEY CHECK ("number" > 0),
        "id" uuid NOT NULL UNIQUE,
        "subject_key" uuid NOT NULL,
        "kind" text NOT NULL,
        "actor" text NOT NULL,
        "producer_name" text,
        "method" text NOT NULL,
        "wording_version" text NOT NULL,
        "wording_hash" bytea NOT NULL CHECK (length("wording_hash") = 32),
        "cut_hash" bytea CHECK (length("cut_hash") = 32),
        "details" jsonb NOT NULL,
        "at" timestamptz(3) NOT NULL,
        "previous_hash" bytea NOT NULL UNIQUE CHECK (length("previous_hash") = 32),
        "hash" bytea NOT NULL UNIQUE CHECK (length("hash") = 32)
      )`);
    await queryRunner.query(`CREATE INDEX "consent_receipt_subject" ON "consent_receipt" ("subject_key", "number")`);
    await queryRunner.query(`
      CREATE FUNCTION "refuse_change_of_receipts"() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'Receipts are only ever added to.';
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER "consent_receipt_is_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "consent_receipt"
      FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_receipts"()`);
    await queryRunner.query(`REVOKE UPDATE, DELETE, TRUNCATE ON "consent_receipt" FROM PUBLIC, CURRENT_USER`);
    await queryRunner.query(`
      CREATE TABLE "consent_subject" (
        "participant_id" uuid PRIMARY KEY REFERENCES "participant" ("id") ON DELETE CASCADE,
        "subject_key" uuid NOT NULL UNIQUE
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "consent_subject"`);
    await queryRunner.query(`DROP TABLE "consent_receipt"`);
    await queryRunner.query(`DROP FUNCTION "refuse_change_of_receipts"()`);
  }
}
