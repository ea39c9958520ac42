import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What people say to a finished cut. It belongs to the person and to the film itself, so that a "no" holds also where the
 * video was deleted and the same film comes again.
 */
export class Releases1700000000361 implements MigrationInterface {
  name = 'Releases1700000000361';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "cut_release" (
        "number" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        "participant_id" uuid NOT NULL REFERENCES "participant" ON DELETE CASCADE,
        "film" text NOT NULL,
        "cut_hash" text NOT NULL,
        "decision" text NOT NULL CHECK ("decision" IN ('yes', 'change', 'no')),
        "words" text NOT NULL DEFAULT '',
        "at" timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await queryRunner.query(`CREATE INDEX "cut_release_film" ON "cut_release" ("participant_id", "film", "number")`);
    await queryRunner.query(`
      CREATE TABLE "release_request" (
        "id" uuid PRIMARY KEY,
        "video_id" uuid NOT NULL REFERENCES "showcase_video" ON DELETE CASCADE,
        "cut_hash" text NOT NULL,
        "producer_name" text,
        "at" timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await queryRunner.query(`CREATE INDEX "release_request_video" ON "release_request" ("video_id", "cut_hash")`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "release_request"');
    await queryRunner.query('DROP TABLE "cut_release"');
  }
}
