import { createHash } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A last word to a film that is a wish for changes, and a cut of that film as it is now. */
interface Wish {
  number: string;
  cutHash: string;
  film: string;
  title: string;
  description: string;
  transcript: string;
  cues: { start: number; end: number; text: string; form?: number }[] | null;
  shownName: string;
  questionId: number | null;
  userName: string;
  sentence: string | null;
  picture: string | null;
}

/**
 * Of which video something was said, and what the cut itself showed: a wish for changes holds under another name and at
 * another address of the story, and staff read it until the next answer.
 */
export class WishedChanges1700000000680 implements MigrationInterface {
  name = 'WishedChanges1700000000680';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "cut_release"
        ADD "content_hash" text,
        ADD "video_id" uuid REFERENCES "showcase_video" ON DELETE SET NULL`);
    await queryRunner.query(`CREATE INDEX "cut_release_video" ON "cut_release" ("video_id")`);
    const wishes: Wish[] = await queryRunner.query(`
      SELECT l."number", l."cut_hash" AS "cutHash", l."film", v."title", v."description", v."transcript", v."cues",
             coalesce(n."shown_name", p."first_name") AS "shownName", v."question_id" AS "questionId",
             p."user_name" AS "userName", c."sentence", encode(picture."sha256", 'hex') AS picture
      FROM "cut_release" l
      JOIN "participant" p ON p."id" = l."participant_id"
      JOIN "showcase_video" v ON v."participant_id" = l."participant_id"
      LEFT JOIN "media_file" m ON m."id" = v."media_id"
      LEFT JOIN "story_choice" n ON n."participant_id" = p."id"
      LEFT JOIN "chosen_sentence" c ON c."video_id" = v."id"
      LEFT JOIN "hosted_thumbnail" t ON t."video_id" = v."id"
      LEFT JOIN "media_file" picture ON picture."id" = t."media_id"
      WHERE l."decision" = 'change'
        AND l."film" = coalesce(encode(m."sha256", 'hex'), v."video_url", 'words:' || v."written_answer_id")
        AND NOT EXISTS (
          SELECT FROM "cut_release" x
          WHERE x."participant_id" = l."participant_id" AND x."film" = l."film" AND x."number" > l."number")`);
    for (const wish of wishes) {
      const { film, title, description, transcript, shownName, questionId, userName, sentence, picture } = wish;
      const lines = wish.cues?.map(({ start, end, text, form }) => [start, end, text, ...(form ? [form] : [])]) ?? null;
      const said = [film, title, description, transcript, lines];
      if (hashOf([...said, shownName, questionId, userName, sentence, picture]) !== wish.cutHash) continue;
      await queryRunner.query('UPDATE "cut_release" SET "content_hash" = $2 WHERE "number" = $1', [
        wish.number,
        hashOf([...said, questionId, sentence, picture]),
      ]);
    }
    await queryRunner.query(`
      UPDATE "cut_release" l SET "video_id" = v."id"
      FROM "showcase_video" v LEFT JOIN "media_file" m ON m."id" = v."media_id"
      WHERE v."participant_id" = l."participant_id"
        AND l."film" = coalesce(encode(m."sha256", 'hex'), v."video_url", 'words:' || v."written_answer_id")`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "cut_release" DROP "content_hash", DROP "video_id"');
  }
}

function hashOf(parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
