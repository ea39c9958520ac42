import type { MigrationInterface, QueryRunner } from 'typeorm';

const questions: [title: string, text: string, starterPhrase: string | null][] = [
  [
    'Life before ME/CFS',
    'What did your life look like before you became ill? Tell us about the people, work and small joys that filled your days.',
    'Before ME/CFS I loved to',
  ],
  [
    'The events that caused it',
    'What happened when you became ill? Tell us how it began, and how you came to understand that it would not pass.',
    'Things changed when',
  ],
  [
    'Life today',
    'What is an ordinary day like for you now? Tell us what you can do, what you cannot, and what it costs.',
    'Now',
  ],
  [
    'What helped most in coping',
    'What has helped you most to live with this illness? It may be a person, a habit, a thought or a thing.',
    null,
  ],
  [
    'A dream or goal held onto',
    'Which dream or goal have you held onto? Tell us about it, however small or far away it is.',
    'One day I dream of',
  ],
  ['One thing people should understand', 'If people understood only one thing about ME/CFS, what should it be?', null],
];

/** The six questions of the interview, in their order. */
export class SixQuestions1700000000001 implements MigrationInterface {
  name = 'SixQuestions1700000000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [index, [title, text, starterPhrase]] of questions.entries()) {
      await queryRunner.query(
        `INSERT INTO "question" ("id", "title", "text", "starter_phrase", "sequence") VALUES ($1, $2, $3, $4, $1)`,
        [index + 1, title, text, starterPhrase],
      );
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM "question" WHERE "id" BETWEEN 1 AND $1`, [questions.length]);
  }
}
