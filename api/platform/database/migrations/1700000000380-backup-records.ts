import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which backups were written and read again, whole. Nothing in it is about a person. */
export class BackupRecords1700000000380 implements MigrationInterface {
  name = 'BackupRecords1700000000380';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "backup_record" (
        "id" text PRIMARY KEY,
        "snapshot_at" timestamptz NOT NULL,
        "proven_at" timestamptz NOT NULL,
        "is_whole" boolean NOT NULL,
        "rows" bigint NOT NULL,
        "files" integer NOT NULL,
        "bytes" bigint NOT NULL
      )`);
    await queryRunner.query(
      `CREATE INDEX "backup_record_proven" ON "backup_record" ("proven_at" DESC) WHERE "is_whole"`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "backup_record"');
  }
}
