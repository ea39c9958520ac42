import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What staff run the site with: the addresses that visitors are led on to, and the record of what staff did. */
export class Operations1700000000010 implements MigrationInterface {
  name = 'Operations1700000000010';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "redirect" (
        "id" uuid PRIMARY KEY,
        "question_number" integer NOT NULL CHECK ("question_number" BETWEEN 0 AND 7),
        "redirect_url" text NOT NULL,
        "description" text NOT NULL,
        "created_at" timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await queryRunner.query(
      `CREATE INDEX "redirect_newest" ON "redirect" ("question_number", "created_at" DESC, "id" DESC)`,
    );
    await queryRunner.query(`
      CREATE TABLE "audit_entry" (
        "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        "actor" text NOT NULL CHECK ("actor" = 'staff'),
        "action" text NOT NULL,
        "subject_type" text NOT NULL,
        "subject_id" uuid,
        "at" timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    // A statement of any other kind is refused even when it would meet no row.
    await queryRunner.query(`
      CREATE FUNCTION "refuse_change_of_audit"() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'The audit is only ever added to.' USING ERRCODE = 'insufficient_privilege';
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER "audit_entry_is_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entry"
      FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_audit"()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "audit_entry"`);
    await queryRunner.query(`DROP FUNCTION "refuse_change_of_audit"()`);
    await queryRunner.query(`DROP TABLE "redirect"`);
  }
}
