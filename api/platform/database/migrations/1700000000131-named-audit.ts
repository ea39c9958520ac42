import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The audit tells by which producer and about whom, and holds what happens at the gate. It is still only ever added to,
 * except that entries past their time may go: after three years, after 90 days where somebody unknown stood at the gate.
 */
export class NamedAudit1700000000131 implements MigrationInterface {
  name = 'NamedAudit1700000000131';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "audit_entry"
        ADD "producer_name" text,
        ADD "participant_id" uuid,
        DROP CONSTRAINT "audit_entry_actor_check",
        ADD CONSTRAINT "audit_entry_actor_check" CHECK ("actor" IN ('staff', 'unknown'))`);
    await queryRunner.query(
      `CREATE INDEX "audit_entry_participant" ON "audit_entry" ("participant_id", "id") WHERE "participant_id" IS NOT NULL`,
    );
    await queryRunner.query(`CREATE INDEX "audit_entry_subject" ON "audit_entry" ("subject_id", "id")`);
    await queryRunner.query(`CREATE INDEX "audit_entry_producer" ON "audit_entry" ("producer_name", "id")`);
    await queryRunner.query(`CREATE INDEX "audit_entry_action" ON "audit_entry" ("action", "id")`);

    await queryRunner.query(`DROP TRIGGER "audit_entry_is_append_only" ON "audit_entry"`);
    await queryRunner.query(`
      CREATE TRIGGER "audit_entry_is_append_only" BEFORE UPDATE OR TRUNCATE ON "audit_entry"
      FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_audit"()`);
    // A removal has to say that it is the one of old entries, and even then no row goes before its time.
    await queryRunner.query(`
      CREATE TRIGGER "audit_entry_is_kept" BEFORE DELETE ON "audit_entry"
      FOR EACH STATEMENT WHEN (current_setting('audit.removes_old', true) IS DISTINCT FROM 'yes')
      EXECUTE FUNCTION "refuse_change_of_audit"()`);
    await queryRunner.query(`
      CREATE TRIGGER "audit_entry_keeps_its_time" BEFORE DELETE ON "audit_entry"
      FOR EACH ROW WHEN (
        OLD."at" > CURRENT_TIMESTAMP - CASE OLD."actor" WHEN 'unknown' THEN interval '90 days' ELSE interval '3 years' END
      )
      EXECUTE FUNCTION "refuse_change_of_audit"()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TRIGGER "audit_entry_keeps_its_time" ON "audit_entry"`);
    await queryRunner.query(`DROP TRIGGER "audit_entry_is_kept" ON "audit_entry"`);
    await queryRunner.query(`DROP TRIGGER "audit_entry_is_append_only" ON "audit_entry"`);
    await queryRunner.query(`
      CREATE TRIGGER "audit_entry_is_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entry"
      FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_audit"()`);
    for (const index of ['action', 'producer', 'subject', 'participant']) {
      await queryRunner.query(`DROP INDEX "audit_entry_${index}"`);
    }
    // What is older cannot tell who was there: entries of unknown people stay, so their kind stays allowed.
    await queryRunner.query(`ALTER TABLE "audit_entry" DROP "participant_id", DROP "producer_name"`);
  }
}
