import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names that staff correct: every version of a name, and the addresses at which a story used to stand. Both go with the person. */
export class NameCorrections1700000000170 implements MigrationInterface {
  name = 'NameCorrections1700000000170';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "participant_name" (
        "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        "participant_id" uuid NOT NULL REFERENCES "participant" ON DELETE CASCADE,
        "first_name" text NOT NULL,
        "last_name" text NOT NULL,
        "changed_by" text,
        "at" timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await queryRunner.query(
      `CREATE INDEX "participant_name_participant" ON "participant_name" ("participant_id", "id")`,
    );
    // What goes with its person is deleted by the trigger of the foreign key, one level down.
    await queryRunner.query(`
      CREATE FUNCTION "refuse_change_of_names"() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' AND pg_trigger_depth() > 1 THEN RETURN OLD; END IF;
        RAISE EXCEPTION 'The versions of a name are only ever added to.' USING ERRCODE = 'insufficient_privilege';
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER "participant_name_is_append_only" BEFORE UPDATE OR DELETE ON "participant_name"
      FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_names"()`);
    await queryRunner.query(`
      CREATE TABLE "former_address" (
        "user_name" text PRIMARY KEY,
        "participant_id" uuid NOT NULL REFERENCES "participant" ON DELETE CASCADE
      )`);
    await queryRunner.query(`CREATE INDEX "former_address_participant" ON "former_address" ("participant_id")`);
    // An address that somebody has is theirs, whoever had it before.
    await queryRunner.query(`
      CREATE FUNCTION "take_former_address"() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM "former_address" WHERE "user_name" = NEW."user_name";
        RETURN NULL;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER "participant_takes_address" AFTER INSERT OR UPDATE OF "user_name" ON "participant"
      FOR EACH ROW EXECUTE FUNCTION "take_former_address"()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TRIGGER "participant_takes_address" ON "participant"');
    await queryRunner.query('DROP FUNCTION "take_former_address"()');
    await queryRunner.query('DROP TABLE "former_address"');
    await queryRunner.query('DROP TABLE "participant_name"');
    await queryRunner.query('DROP FUNCTION "refuse_change_of_names"()');
  }
}
