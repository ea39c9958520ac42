import type { MigrationInterface, QueryRunner } from 'typeorm';

const ADDED_TO = ['answer', 'photo'];
const NOBODY = `'00000000-0000-0000-0000-000000000000'::uuid`;

/**
 * Links by which somebody who helps adds to a story, the browsers that opened them, and what came by which. The words of a
 * helper stand beside the participant's own.
 */
export class HelperLinks1700000000440 implements MigrationInterface {
  name = 'HelperLinks1700000000440';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "helper_link" (
        "id" uuid PRIMARY KEY,
        "participant_id" uuid NOT NULL REFERENCES "participant" ON DELETE CASCADE,
        "token_hash" bytea NOT NULL UNIQUE,
        "is_proven" boolean NOT NULL,
        "created_at" timestamptz NOT NULL,
        "ends_at" timestamptz NOT NULL,
        "ended_at" timestamptz,
        "opened_at" timestamptz
      )`);
    await queryRunner.query(`CREATE INDEX "helper_link_participant" ON "helper_link" ("participant_id")`);
    await queryRunner.query(`
      CREATE TABLE "helper_session" (
        "token_hash" bytea PRIMARY KEY,
        "helper_link_id" uuid NOT NULL REFERENCES "helper_link" ON DELETE CASCADE,
        "created_at" timestamptz NOT NULL,
        "last_seen_at" timestamptz NOT NULL
      )`);
    await queryRunner.query(`CREATE INDEX "helper_session_link" ON "helper_session" ("helper_link_id")`);
    for (const table of ADDED_TO) {
      await queryRunner.query(
        `ALTER TABLE "${table}" ADD "helper_link_id" uuid REFERENCES "helper_link" ON DELETE SET NULL`,
      );
    }
    await queryRunner.query(
      `ALTER TABLE "written_answer" ADD "helper_link_id" uuid REFERENCES "helper_link" ON DELETE CASCADE`,
    );
    for (const table of [...ADDED_TO, 'written_answer']) {
      await queryRunner.query(
        `CREATE INDEX "${table}_helper" ON "${table}" ("helper_link_id") WHERE "helper_link_id" IS NOT NULL`,
      );
    }
    await queryRunner.query(`ALTER TABLE "written_answer" DROP CONSTRAINT "written_answer_of_question"`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX "written_answer_of_question" ON "written_answer"
        ("participant_id", "question_id", "is_set_apart", coalesce("helper_link_id", ${NOBODY}))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM "written_answer" WHERE "helper_link_id" IS NOT NULL`);
    await queryRunner.query(`DROP INDEX "written_answer_of_question"`);
    await queryRunner.query(`
      ALTER TABLE "written_answer" ADD CONSTRAINT "written_answer_of_question"
        UNIQUE ("participant_id", "question_id", "is_set_apart")`);
    for (const table of ['written_answer', ...ADDED_TO]) {
      await queryRunner.query(`ALTER TABLE "${table}" DROP "helper_link_id"`);
    }
    await queryRunner.query(`DROP TABLE "helper_session"`);
    await queryRunner.query(`DROP TABLE "helper_link"`);
  }
}
