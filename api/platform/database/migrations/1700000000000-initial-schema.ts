import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Everything of the main job: people, sessions, answers, photos, uploads, finished videos and their publication. */
export class InitialSchema1700000000000 implements MigrationInterface {
  name = 'InitialSchema1700000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "question" (
        "id" integer PRIMARY KEY,
        "title" text NOT NULL,
        "text" text NOT NULL,
        "starter_phrase" text,
        "sequence" integer NOT NULL UNIQUE
      )`);
    await queryRunner.query(`
      CREATE TABLE "participant" (
        "id" uuid PRIMARY KEY,
        "first_name" text NOT NULL,
        "last_name" text NOT NULL,
        "email" text NOT NULL,
        "email_key" text NOT NULL UNIQUE,
        "user_name" text NOT NULL UNIQUE,
        "status" text NOT NULL DEFAULT 'in_progress' CHECK ("status" IN ('in_progress', 'submitted')),
        "is_done" boolean NOT NULL DEFAULT false,
        "tag" boolean NOT NULL DEFAULT false,
        "instagram" text,
        "tiktok" text,
        "photos_needed" boolean NOT NULL DEFAULT true,
        "created_at" timestamptz NOT NULL,
        "identity_confirmed_at" timestamptz,
        "introduction_completed_at" timestamptz,
        "life_before_completed_at" timestamptz,
        "trigger_event_completed_at" timestamptz,
        "life_today_completed_at" timestamptz,
        "coping_strategies_completed_at" timestamptz,
        "dreams_goals_completed_at" timestamptz,
        "wish_people_understood_completed_at" timestamptz,
        "media_upload_completed_at" timestamptz
      )`);
    await queryRunner.query(`
      CREATE TABLE "participant_session" (
        "token_hash" bytea PRIMARY KEY,
        "participant_id" uuid NOT NULL REFERENCES "participant" ON DELETE CASCADE,
        "created_at" timestamptz NOT NULL,
        "last_seen_at" timestamptz NOT NULL
      )`);
    await queryRunner.query(
      `CREATE INDEX "participant_session_participant" ON "participant_session" ("participant_id")`,
    );
    await queryRunner.query(`
      CREATE TABLE "staff_session" (
        "token_hash" bytea PRIMARY KEY,
        "created_at" timestamptz NOT NULL,
        "last_seen_at" timestamptz NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE "media_file" (
        "id" uuid PRIMARY KEY,
        "key" text NOT NULL UNIQUE,
        "sha256" bytea NOT NULL,
        "bytes" bigint NOT NULL,
        "mime_type" text NOT NULL,
        "created_at" timestamptz NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE "media_deletion" (
        "key" text PRIMARY KEY,
        "requested_at" timestamptz NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE "upload_session" (
        "id" uuid PRIMARY KEY,
        "audience" text NOT NULL CHECK ("audience" IN ('staff', 'participant', 'public')),
        "participant_id" uuid REFERENCES "participant" ON DELETE CASCADE,
        "filename" text NOT NULL,
        "mime_type" text NOT NULL,
        "total_size" bigint NOT NULL,
        "total_chunks" integer NOT NULL,
        "details" jsonb NOT NULL DEFAULT '{}',
        "result" jsonb,
        "created_at" timestamptz NOT NULL
      )`);
    await queryRunner.query(`CREATE INDEX "upload_session_participant" ON "upload_session" ("participant_id")`);
    await queryRunner.query(`CREATE INDEX "upload_session_created_at" ON "upload_session" ("created_at")`);
    await queryRunner.query(`
      CREATE TABLE "upload_chunk" (
        "upload_id" uuid NOT NULL REFERENCES "upload_session" ON DELETE CASCADE,
        "chunk_index" integer NOT NULL,
        "bytes" integer NOT NULL,
        "sha256" bytea NOT NULL,
        PRIMARY KEY ("upload_id", "chunk_index")
      )`);
    await queryRunner.query(`
      CREATE TABLE "answer" (
        "id" uuid PRIMARY KEY,
        "participant_id" uuid NOT NULL REFERENCES "participant" ON DELETE CASCADE,
        "question_id" integer NOT NULL REFERENCES "question",
        "media_id" uuid NOT NULL REFERENCES "media_file",
        "upload_id" uuid UNIQUE,
        "title" text NOT NULL,
        "duration_hint" text,
        "created_at" timestamptz NOT NULL,
        UNIQUE ("participant_id", "question_id")
      )`);
    await queryRunner.query(`CREATE INDEX "answer_media" ON "answer" ("media_id")`);
    await queryRunner.query(`
      CREATE TABLE "photo" (
        "id" uuid PRIMARY KEY,
        "participant_id" uuid NOT NULL REFERENCES "participant" ON DELETE CASCADE,
        "original_media_id" uuid NOT NULL REFERENCES "media_file",
        "display_media_id" uuid NOT NULL REFERENCES "media_file",
        "thumbnail_media_id" uuid NOT NULL REFERENCES "media_file",
        "upload_id" uuid UNIQUE,
        "filename" text NOT NULL,
        "original_name" text NOT NULL,
        "description" text NOT NULL DEFAULT '',
        "created_at" timestamptz NOT NULL
      )`);
    await queryRunner.query(`CREATE INDEX "photo_participant" ON "photo" ("participant_id")`);
    await queryRunner.query(`
      CREATE TABLE "showcase_video" (
        "id" uuid PRIMARY KEY,
        "participant_id" uuid NOT NULL REFERENCES "participant" ON DELETE CASCADE,
        "question_id" integer REFERENCES "question",
        "media_id" uuid NOT NULL REFERENCES "media_file",
        "title" text NOT NULL,
        "description" text NOT NULL DEFAULT '',
        "transcript" text NOT NULL DEFAULT '',
        "filename" text NOT NULL,
        "is_approved" boolean NOT NULL DEFAULT false,
        "approved_at" timestamptz,
        "created_at" timestamptz NOT NULL,
        "revision" integer NOT NULL DEFAULT 1
      )`);
    await queryRunner.query(`CREATE INDEX "showcase_video_participant" ON "showcase_video" ("participant_id")`);
    await queryRunner.query(
      `CREATE INDEX "showcase_video_approved" ON "showcase_video" ("participant_id") WHERE "is_approved"`,
    );
    await queryRunner.query(`
      CREATE TABLE "story_publication" (
        "participant_id" uuid PRIMARY KEY REFERENCES "participant" ON DELETE CASCADE,
        "sequence" bigint GENERATED ALWAYS AS IDENTITY (MINVALUE 0 START WITH 0) UNIQUE
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const tables = ['story_publication', 'showcase_video', 'photo', 'answer', 'upload_chunk', 'upload_session'];
    tables.push('media_deletion', 'media_file', 'staff_session', 'participant_session', 'participant', 'question');
    for (const table of tables) await queryRunner.query(`DROP TABLE "${table}"`);
  }
}
