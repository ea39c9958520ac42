import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { numberInWords } from '../../api/contract/common/grammar.js';
import type { CurrentUser } from '../../api/contract/people/participants.js';
import type { InterviewQuestion } from '../../api/contract/interview/questions.js';
import { LAST_STEP, QUESTION_IDS, TRACKED_STEPS } from '../../api/contract/interview/steps.js';
import type { TestApp } from '../../api/testing/test-app.js';

/** What is there before. */
const COUNT = QUESTION_IDS.length;
const LAST = TRACKED_STEPS[LAST_STEP]!;
const NEXT_ID = COUNT + 1;
const NEXT_STEP = LAST_STEP + 1;

/** HOW-TO-ADD's "A question", done to copies: what runs is the application with these two in place of its own. */
const ROW = `  { field: 'adviceGivenCompletedAt', column: 'Advice', screen: 'Advice Given', question: ${NEXT_ID} },\n`;

class AddQuestion1799999999999 implements MigrationInterface {
  name = 'AddQuestion1799999999999';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "participant" ADD "advice_given_completed_at" timestamptz`);
    await queryRunner.query(`
      INSERT INTO "question" ("id", "title", "text", "starter_phrase", "sequence")
      VALUES (${NEXT_ID}, 'Advice for who has just fallen ill', 'What would you have liked to know?', NULL, ${NEXT_ID})`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM "question" WHERE "id" = ${NEXT_ID}`);
    await queryRunner.query(`ALTER TABLE "participant" DROP "advice_given_completed_at"`);
  }
}

/** What makes room for it as the fifth. */
const MOVE_ON = [
  'UPDATE question SET sequence = -1 - sequence WHERE sequence >= 5',
  'UPDATE question SET sequence = -sequence WHERE sequence < 0',
];

const STEPS = '../../api/contract/interview/steps.js';
const MIGRATIONS = '../../api/platform/database/migrations/index.js';
const DESCRIPTION = '../../api/open-api.js';
const STEP_URLS = TRACKED_STEPS.map(({ number }) => `https://forms.example.org/${number}`);

/** The table with one row more, below its last one. */
async function withAnotherRow(folder: string): Promise<object> {
  const file = path.join(import.meta.dirname, STEPS.replace('.js', '.ts'));
  const table = (await readFile(file, 'utf8')).replaceAll(
    /from '(\..+)\.js'/g,
    (_, imported) => `from '${path.join(path.dirname(file), imported as string)}.ts'`,
  );
  const copy = path.join(folder, 'steps.ts');
  await writeFile(copy, table.replace('] as const;', `${ROW}] as const;`));
  return (await import(copy)) as object;
}

/** As `npm run openapi` writes it: with the time of the new step beside that of the last one. */
async function withAnotherTime(): Promise<object> {
  const { readApiDescription, ...rest } = await import('../../api/open-api.js');
  const written = JSON.stringify(readApiDescription())
    .replaceAll(new RegExp(`"${LAST.field}":(\\{[^}]*\\})`, 'g'), '$&,"adviceGivenCompletedAt":$1')
    .replaceAll(new RegExp(`"${LAST.field}"(?!:)`, 'g'), '$&,"adviceGivenCompletedAt"');
  return { ...rest, readApiDescription: () => JSON.parse(written) as unknown };
}

async function readRecipe(heading: string): Promise<string> {
  const recipes = await readFile(path.join(import.meta.dirname, '../../HOW-TO-ADD.md'), 'utf8');
  return recipes.split('\n## ').find((section) => section.startsWith(`${heading}\n`))!;
}

describe('one more question, added as HOW-TO-ADD says', () => {
  let folder: string;
  let testApp: TestApp;
  let signUp: typeof import('../../api/testing/participants.js').signUp;
  let registerPerson: typeof import('../../api/testing/registered-person.js').registerPerson;
  let samples: typeof import('../../api/testing/sample-media.js');
  let staffHeader: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'stories-recipe-'));
    const steps = await withAnotherRow(folder);
    const { migrations } = await import('../../api/platform/database/migrations/index.js');
    const description = await withAnotherTime();
    jest.unstable_mockModule(STEPS, () => steps);
    jest.unstable_mockModule(DESCRIPTION, () => description);
    jest.unstable_mockModule(MIGRATIONS, () => ({ migrations: [...migrations, AddQuestion1799999999999] }));
    const { createTestApp, TEST_STAFF_PASSWORD } = await import('../../api/testing/test-app.js');
    ({ signUp } = await import('../../api/testing/participants.js'));
    ({ registerPerson } = await import('../../api/testing/registered-person.js'));
    samples = await import('../../api/testing/sample-media.js');
    staffHeader = { 'x-admin-password': TEST_STAFF_PASSWORD };
    const { migrate } = await import('../../api/platform/database/data-source.js');
    testApp = await createTestApp({ INTERVIEW_STEP_URLS: JSON.stringify(STEP_URLS) });
    await migrate(testApp.dataSource);
  });
  afterAll(async () => {
    await testApp.close();
    await rm(folder, { recursive: true });
  });

  it('is written down there as these three files', async () => {
    const recipe = await readRecipe('A question');
    expect(recipe).toContain('A row at the end of the table in `api/contract/interview/steps.ts`');
    expect(recipe).toContain(
      'a migration that inserts it into `question`, with a column for its step in `participant`',
    );
    expect(recipe).toContain('the one of the step that was last has to lead to the new form');
    expect(recipe).toContain('`npm run openapi`');
    expect(recipe.match(/`[\w/.-]+\.ts`/g)).toEqual(['`api/contract/interview/steps.ts`', '`scripts/demo/people.ts`']);
  });

  it('is written down for a question between others as what is done here', async () => {
    const recipe = await readRecipe('A question between others');
    for (const statement of MOVE_ON) expect(recipe).toContain(`\`${statement}\``);
  });

  it('needs no other file: none but specs repeats the fields or the number of the questions', async () => {
    const root = path.join(import.meta.dirname, '../..');
    const field = LAST.wireField.replace('_completed_at', '').replaceAll('_', '_?');
    const typed = new RegExp(`${field}|\\b(${numberInWords(COUNT)}|${numberInWords(NEXT_ID)})\\b.{0,20}question`, 'i');
    const repeated: string[] = [];
    for (const part of ['api', 'app', 'site']) {
      for (const file of await readdir(path.join(root, part), { recursive: true })) {
        const isSource =
          /\.(ts|tsx|astro)$/.test(file) && !/\.spec\.tsx?$|migrations|contract\/interview\/steps\.ts$/.test(file);
        if (!isSource) continue;
        const source = await readFile(path.join(root, part, file), 'utf8');
        if (typed.test(source)) repeated.push(file);
      }
    }
    expect(repeated).toEqual([]);
  });

  it('is answered by the people of the demo once they have something to say to it, and not before', async () => {
    const people = await readFile(path.join(import.meta.dirname, '../demo/people.ts'), 'utf8');
    const copy = path.join(folder, 'people.ts');
    const sentences = `[['You will need patience.'], ['Rest before you must.'], ['It is not your fault.']],\n];\n\nconst pick`;
    await writeFile(copy, people.replace('];\n\nconst pick', sentences));
    const { transcriptOf } = await import('../demo/people.js');
    const { transcriptOf: transcriptOfAll } = (await import(copy)) as { transcriptOf: typeof transcriptOf };
    const { QUESTION_IDS: allIds } = await import('../../api/contract/interview/steps.js');
    expect(allIds).toEqual([...QUESTION_IDS, NEXT_ID]);
    for (const index of QUESTION_IDS.keys()) expect(transcriptOfAll(3, index)).toBe(transcriptOf(3, index));
    expect(() => transcriptOf(3, COUNT)).toThrow(`nothing to say to question ${NEXT_ID}`);
    expect(transcriptOfAll(3, COUNT)).toMatch(/^You will need patience\. /);
  });

  it('is asked, and its answer completes its own step', async () => {
    const { body } = await testApp.http.get('/api/questions').expect(200);
    expect((body as InterviewQuestion[]).map(({ id }) => id)).toEqual([...QUESTION_IDS, NEXT_ID]);
    const cookie = await signUp(testApp);
    const videoData = samples.toDataUrl(samples.sampleWebm(), 'video/webm');
    const answer = { questionId: NEXT_ID, title: 'Advice', videoData };
    await testApp.http.post('/api/videos/upload-cloud').set('Cookie', cookie).send(answer).expect(201);
    const { id } = (await testApp.http.get('/api/auth/user').set('Cookie', cookie).expect(200)).body as CurrentUser;
    const { body: users } = await testApp.http.get('/api/admin/all-users').set(staffHeader).expect(200);
    expect((users as { id: string }[]).find((user) => user.id === id)).toMatchObject({
      introductionCompletedAt: expect.any(String) as string,
      [LAST.field]: null,
      adviceGivenCompletedAt: expect.any(String) as string,
    });
  });

  it('keeps whoever has answered all the others from the end of the interview', async () => {
    const { completeSteps, resume } = await registerPerson(testApp);
    await completeSteps(LAST_STEP);
    expect((await resume().expect(200)).body).toMatchObject({
      nextQuestionUrl: expect.stringContaining(`${STEP_URLS[LAST_STEP]}?`) as string,
    });
    await completeSteps(NEXT_STEP);
    expect((await resume().expect(200)).body).toMatchObject({
      nextQuestionUrl: expect.stringMatching(/^\/upload\?/) as string,
    });
  });

  it('is noted when it was answered on an external form, which then leads on', async () => {
    const { email, browser } = await registerPerson(testApp);
    const done = { email, field: 'advice_given_completed_at', questionNumber: NEXT_STEP };
    await testApp.http.post('/api/save-progress').send(done).expect(200);
    await browser.get('/api/auth/user').expect(200);
    const [row] = await testApp.dataSource.query<{ at: Date | null }[]>(
      'SELECT advice_given_completed_at AS at FROM participant WHERE email = $1',
      [email],
    );
    expect(row?.at).toBeInstanceOf(Date);

    const redirect = { question: NEXT_STEP, redirectUrl: 'https://forms.example.org/next', description: 'Media' };
    await testApp.http.post('/api/admin2/redirects').set(staffHeader).send(redirect).expect(201);
    await testApp.http.get(`/api/redirect/${NEXT_STEP}`).expect(200, { redirectUrl: redirect.redirectUrl });
    await testApp.http.get(`/api/redirect/${NEXT_STEP + 1}`).expect(404);
    await testApp.http
      .post('/api/admin2/redirects')
      .set(staffHeader)
      .send({ ...redirect, question: NEXT_STEP + 1 })
      .expect(400);
  });

  it('stands on every screen that lists the steps', async () => {
    const { resumeSteps } = await import('../../site/components/resume/resume-steps.js');
    expect(resumeSteps(STEP_URLS).slice(LAST_STEP - 1)).toEqual([
      { label: TRACKED_STEPS[LAST_STEP - 1]?.label, href: STEP_URLS[LAST_STEP - 1], isExternal: true },
      { label: 'Advice Given', href: STEP_URLS[LAST_STEP], isExternal: true },
      { label: 'Media Upload', href: '/upload', isExternal: false },
    ]);
    const { QUESTION_LABELS } = await import('../../app/admin2/redirect-fields.js');
    expect(QUESTION_LABELS.slice(LAST_STEP).map(({ label }) => label)).toEqual([
      `${LAST_STEP} Advice Given`,
      `${NEXT_STEP} Media Upload`,
    ]);
    const { readProgressParams } = await import('../../app/save-progress/save-progress.js');
    expect(readProgressParams(`?question=${NEXT_STEP}&contact_email=a@b.org`)).toMatchObject({
      kind: 'valid',
      step: { field: 'adviceGivenCompletedAt' },
    });
  });

  it('is asked between others, as the same step, once those after it have moved on', async () => {
    for (const statement of MOVE_ON) await testApp.dataSource.query(statement);
    await testApp.dataSource.query(`UPDATE question SET sequence = 5 WHERE id = ${NEXT_ID}`);
    const { body } = await testApp.http.get('/api/questions').expect(200);
    expect((body as InterviewQuestion[]).map(({ id, sequence }) => [id, sequence])).toEqual(
      QUESTION_IDS.toSpliced(4, 0, NEXT_ID).map((id, index) => [id, index + 1]),
    );
    const { TRACKED_STEPS: steps } = await import('../../api/contract/interview/steps.js');
    expect(steps.at(-1)).toMatchObject({
      number: NEXT_STEP,
      column: `Q${NEXT_STEP} Advice`,
      completedByQuestion: NEXT_ID,
    });
  });

  it('is counted in the texts', async () => {
    const { QUESTIONS_MESSAGES } = await import('../../app/landing/landing.messages.js');
    expect(QUESTIONS_MESSAGES.hint).toMatch(new RegExp(`^${numberInWords(NEXT_ID)} questions, one at a time\\. `, 'i'));
    const steps = await readFile(path.join(import.meta.dirname, '../../site/components/landing/Steps.astro'), 'utf8');
    expect(steps).toContain('Answer ${QUESTION_COUNT_IN_WORDS} questions in short videos');
    expect(steps).toContain('Read the {QUESTION_COUNT_IN_WORDS} questions first');
  });
});
