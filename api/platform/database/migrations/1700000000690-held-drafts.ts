import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of which recordings that the server has not a participant's devices have told: what was told without an id has none but zeros. */
export class HeldDrafts1700000000690 implements MigrationInterface {
  name = 'HeldDrafts1700000000690';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "held_draft" (
        "participant_id" uuid NOT NULL REFERENCES "participant" ON DELETE CASCADE,
        "draft_id" uuid NOT NULL,
        "is_held" boolean NOT NULL DEFAULT true,
        "told_at" timestamptz NOT NULL,
        "mailed_at" timestamptz,
        PRIMARY KEY ("participant_id", "draft_id")
      )`);
    await queryRunner.query(`
      INSERT INTO "held_draft" ("participant_id", "draft_id", "told_at", "mailed_at")
      SELECT "participant_id", '00000000-0000-0000-0000-000000000000', "due_at" - interval '1 day', "sent_at"
      FROM "reminder" WHERE "kind" = 'held_draft'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "held_draft"');
  }
}
