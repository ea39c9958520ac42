import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether recordings of participants were decoded whole, and are what was recorded. One from before has no row. */
export class RecordingProofs1700000000430 implements MigrationInterface {
  name = 'RecordingProofs1700000000430';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "recording_proof" (
        "media_id" uuid PRIMARY KEY REFERENCES "media_file" ("id") ON DELETE CASCADE,
        "state" text NOT NULL CHECK ("state" IN ('checking', 'proven', 'flawed', 'unknown')),
        "problem" text,
        "recorded" jsonb NOT NULL,
        "attempts" integer NOT NULL DEFAULT 0,
        "due_at" timestamptz
      )`);
    await queryRunner.query(
      `CREATE INDEX "recording_proof_due" ON "recording_proof" ("due_at") WHERE "due_at" IS NOT NULL`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "recording_proof"');
  }
}
