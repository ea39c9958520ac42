import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Of the recordings to a question one is chosen as the answer, and the earlier ones stay until Submit. A story that was
 * handed in can be reopened: when is known, and the audit holds it.
 */
export class EarlierRecordings1700000000300 implements MigrationInterface {
  name = 'EarlierRecordings1700000000300';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "answer"
        ADD COLUMN "is_chosen" boolean NOT NULL DEFAULT true,
        DROP CONSTRAINT "answer_of_question"`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX "answer_chosen" ON "answer" ("participant_id", "question_id", "is_set_apart") WHERE "is_chosen"`);
    await queryRunner.query(`CREATE INDEX "answer_of_question" ON "answer" ("participant_id", "question_id")`);
    await queryRunner.query(`ALTER TABLE "participant" ADD COLUMN "reopened_at" timestamptz`);
    await queryRunner.query(`
      ALTER TABLE "audit_entry"
        DROP CONSTRAINT "audit_entry_actor_check",
        ADD CONSTRAINT "audit_entry_actor_check" CHECK ("actor" IN ('staff', 'unknown', 'participant'))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // What participants did themselves is no entry of the earlier audit.
    await queryRunner.query(`ALTER TABLE "audit_entry" DISABLE TRIGGER USER`);
    await queryRunner.query(`DELETE FROM "audit_entry" WHERE "actor" = 'participant'`);
    await queryRunner.query(`ALTER TABLE "audit_entry" ENABLE TRIGGER USER`);
    await queryRunner.query(`
      ALTER TABLE "audit_entry"
        DROP CONSTRAINT "audit_entry_actor_check",
        ADD CONSTRAINT "audit_entry_actor_check" CHECK ("actor" IN ('staff', 'unknown'))`);
    await queryRunner.query(`ALTER TABLE "participant" DROP COLUMN "reopened_at"`);
    await queryRunner.query(`DELETE FROM "answer" WHERE NOT "is_chosen"`);
    await queryRunner.query(`DROP INDEX "answer_of_question"`);
    await queryRunner.query(`DROP INDEX "answer_chosen"`);
    await queryRunner.query(`
      ALTER TABLE "answer"
        DROP COLUMN "is_chosen",
        ADD CONSTRAINT "answer_of_question" UNIQUE ("participant_id", "question_id", "is_set_apart")`);
  }
}
