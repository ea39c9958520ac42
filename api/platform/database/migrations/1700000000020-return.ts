import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How people come back: mailed links and known devices; and what they send without being signed in. */
export class Return1700000000020 implements MigrationInterface {
  name = 'Return1700000000020';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "sign_in_link" (
        "token_hash" bytea PRIMARY KEY,
        "participant_id" uuid NOT NULL REFERENCES "participant" ON DELETE CASCADE,
        "created_at" timestamptz NOT NULL,
        "used_at" timestamptz
      )`);
    await queryRunner.query(`CREATE INDEX "sign_in_link_participant" ON "sign_in_link" ("participant_id")`);
    await queryRunner.query(`
      CREATE TABLE "device_token" (
        "token_hash" bytea PRIMARY KEY,
        "participant_id" uuid NOT NULL REFERENCES "participant" ON DELETE CASCADE,
        "created_at" timestamptz NOT NULL,
        "last_seen_at" timestamptz NOT NULL
      )`);
    await queryRunner.query(`CREATE INDEX "device_token_participant" ON "device_token" ("participant_id")`);
    await queryRunner.query(`
      CREATE TABLE "public_upload" (
        "id" uuid PRIMARY KEY,
        "media_id" uuid NOT NULL REFERENCES "media_file",
        "submitter_email" text NOT NULL,
        "submitter_email_key" text NOT NULL,
        "description" text NOT NULL DEFAULT '',
        "original_name" text NOT NULL,
        "created_at" timestamptz NOT NULL
      )`);
    await queryRunner.query(`CREATE INDEX "public_upload_submitter" ON "public_upload" ("submitter_email_key")`);
    await queryRunner.query(`CREATE INDEX "public_upload_media" ON "public_upload" ("media_id")`);
    await queryRunner.query(`
      CREATE TABLE "public_upload_quota" (
        "subject" bytea NOT NULL,
        "day" date NOT NULL,
        "bytes" bigint NOT NULL,
        PRIMARY KEY ("subject", "day")
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const tables = ['public_upload_quota', 'public_upload', 'device_token', 'sign_in_link'];
    for (const table of tables) await queryRunner.query(`DROP TABLE "${table}"`);
  }
}
