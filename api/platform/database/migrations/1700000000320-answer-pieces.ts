import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Recordings that together are one answer. An answer that was recorded in one go has no row here: its own recording is its
 * only piece. `pieces_revision` counts the changes of its pieces, `joined_revision` says which of them its recording plays.
 */
export class AnswerPieces1700000000320 implements MigrationInterface {
  name = 'AnswerPieces1700000000320';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "answer_piece" (
        "id" uuid PRIMARY KEY,
        "answer_id" uuid NOT NULL REFERENCES "answer" ON DELETE CASCADE,
        "place" integer NOT NULL,
        "media_id" uuid NOT NULL REFERENCES "media_file",
        "upload_id" uuid UNIQUE,
        "duration_hint" text,
        "created_at" timestamptz NOT NULL
      )`);
    await queryRunner.query(`CREATE INDEX "answer_piece_place" ON "answer_piece" ("answer_id", "place")`);
    await queryRunner.query(`CREATE INDEX "answer_piece_media" ON "answer_piece" ("media_id")`);
    await queryRunner.query(`
      ALTER TABLE "answer"
        ADD "pieces_revision" integer NOT NULL DEFAULT 0,
        ADD "joined_revision" integer NOT NULL DEFAULT 0,
        ADD "join_attempts" integer NOT NULL DEFAULT 0,
        ADD "join_due_at" timestamptz,
        ADD "join_problem" text`);
    await queryRunner.query(
      `CREATE INDEX "answer_join_due" ON "answer" ("join_due_at") WHERE "join_due_at" IS NOT NULL`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX "answer_join_due"');
    await queryRunner.query(`
      ALTER TABLE "answer"
        DROP COLUMN "pieces_revision",
        DROP COLUMN "joined_revision",
        DROP COLUMN "join_attempts",
        DROP COLUMN "join_due_at",
        DROP COLUMN "join_problem"`);
    await queryRunner.query('DROP TABLE "answer_piece"');
  }
}
