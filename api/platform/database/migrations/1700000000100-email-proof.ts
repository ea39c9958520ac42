import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who has shown that they read a person's mail. Nobody can say any more which browser was signed in by a mailed link and
 * which by registering, so no e-mail counts as proven yet: the next link that is used proves it.
 */
export class EmailProof1700000000100 implements MigrationInterface {
  name = 'EmailProof1700000000100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "participant" ADD "email_proven_at" timestamptz, ADD "kept_under" jsonb`);
    for (const table of ['participant_session', 'device_token']) {
      await queryRunner.query(`ALTER TABLE "${table}" ADD "is_proven" boolean NOT NULL DEFAULT false`);
    }
    for (const table of ['answer', 'photo']) {
      await queryRunner.query(`ALTER TABLE "${table}" ADD "is_set_apart" boolean NOT NULL DEFAULT false`);
    }
    await queryRunner.query(`
      ALTER TABLE "answer"
        DROP CONSTRAINT "answer_participant_id_question_id_key",
        ADD CONSTRAINT "answer_of_question" UNIQUE ("participant_id", "question_id", "is_set_apart")`);
    await queryRunner.query(`
      CREATE TABLE "unclaimed_beginning" (
        "participant_id" uuid PRIMARY KEY REFERENCES "participant" ON DELETE CASCADE,
        "set_apart_at" timestamptz NOT NULL,
        "status" text NOT NULL CHECK ("status" IN ('in_progress', 'submitted')),
        "is_done" boolean NOT NULL,
        "tag" boolean NOT NULL,
        "instagram" text,
        "tiktok" text,
        "times" jsonb NOT NULL
      )`);
    await queryRunner.query(`CREATE INDEX "participant_namesakes" ON "participant" ("user_name" text_pattern_ops)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "participant_namesakes"`);
    await queryRunner.query(`DROP TABLE "unclaimed_beginning"`);
    // What nobody has claimed is nobody's answer.
    await queryRunner.query(`DELETE FROM "answer" WHERE "is_set_apart"`);
    await queryRunner.query(`
      ALTER TABLE "answer"
        DROP CONSTRAINT "answer_of_question",
        ADD CONSTRAINT "answer_participant_id_question_id_key" UNIQUE ("participant_id", "question_id")`);
    for (const table of ['answer', 'photo']) {
      await queryRunner.query(`ALTER TABLE "${table}" DROP "is_set_apart"`);
    }
    for (const table of ['participant_session', 'device_token']) {
      await queryRunner.query(`ALTER TABLE "${table}" DROP "is_proven"`);
    }
    await queryRunner.query(`ALTER TABLE "participant" DROP "kept_under", DROP "email_proven_at"`);
  }
}
