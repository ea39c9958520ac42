import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Also by a photo, or by what came through the public page, staff see that somebody is needed today. What is of a person
 * stays when the photo goes, and goes with the person; the other goes with what was sent.
 */
export class UrgentPhotos1700000000470 implements MigrationInterface {
  name = 'UrgentPhotos1700000000470';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "urgent_answer"
        ALTER "participant_id" DROP NOT NULL,
        ALTER "question_id" DROP NOT NULL,
        ADD "photo_id" uuid,
        ADD "public_upload_id" uuid REFERENCES "public_upload" ON DELETE CASCADE,
        ADD CHECK (num_nonnulls("question_id", "photo_id", "public_upload_id") = 1),
        ADD CHECK ("participant_id" IS NULL = ("public_upload_id" IS NOT NULL))`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX "urgent_answer_open_photo" ON "urgent_answer" ("photo_id") WHERE "done_at" IS NULL`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX "urgent_answer_open_upload" ON "urgent_answer" ("public_upload_id") WHERE "done_at" IS NULL`);
    await queryRunner.query(`CREATE INDEX "urgent_answer_upload" ON "urgent_answer" ("public_upload_id")`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DELETE FROM "urgent_answer" WHERE "question_id" IS NULL');
    await queryRunner.query(`
      ALTER TABLE "urgent_answer" DROP "photo_id", DROP "public_upload_id",
        ALTER "participant_id" SET NOT NULL, ALTER "question_id" SET NOT NULL`);
  }
}
