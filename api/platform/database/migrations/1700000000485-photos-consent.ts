import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whoever is not recorded may still add photos: that is a yes of its own. */
export class PhotosConsent1700000000485 implements MigrationInterface {
  name = 'PhotosConsent1700000000485';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "recording_consent" ADD "may_keep_photos" boolean`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "recording_consent" DROP "may_keep_photos"`);
  }
}
