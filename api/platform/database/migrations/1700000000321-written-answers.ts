import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Answers in words: kept as they are typed, `revision` counts what was kept. */
export class WrittenAnswers1700000000321 implements MigrationInterface {
  name = 'WrittenAnswers1700000000321';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "written_answer" (
        "id" uuid PRIMARY KEY,
        "participant_id" uuid NOT NULL REFERENCES "participant" ON DELETE CASCADE,
        "question_id" integer NOT NULL REFERENCES "question",
        "text" text NOT NULL,
        "revision" integer NOT NULL,
        "created_at" timestamptz NOT NULL,
        "changed_at" timestamptz NOT NULL,
        "is_set_apart" boolean NOT NULL DEFAULT false,
        CONSTRAINT "written_answer_of_question" UNIQUE ("participant_id", "question_id", "is_set_apart")
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "written_answer"');
  }
}
