import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Chunks that are sent again are compared with the bytes of the file, and only when that is gone by a checksum. */
export class ChunkChecksums1700000000096 implements MigrationInterface {
  name = 'ChunkChecksums1700000000096';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "upload_chunk" DROP "sha256", ADD "checksum" integer');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "upload_chunk" DROP "checksum", ADD "sha256" bytea NOT NULL DEFAULT \'\'');
  }
}
