import { jest } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { AnswerVideo } from '../../contract/interview/answers.js';
import type { ErrorBody } from '../../contract/common/errors.js';
import { MediaService } from '../../media/store/media.service.js';
import { FfmpegVideoTools } from '../../media/transcode/ffmpeg-video-tools.js';
import { recordSource, type RecordedSource } from '../../testing/damaged-recordings.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { type MailServer, startMailServer } from '../../testing/mail-server.js';
import { readOutbox } from '../../testing/outbox.js';
import { openLink } from '../../testing/proven-person.js';
import { swapQuestions } from '../../testing/question-order.js';
import { registerPerson } from '../../testing/registered-person.js';
import { sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { PROGRAM_PATH } from '../../testing/sample-videos.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';
import { ProofTurns } from './recording-proofs.service.js';
import { RecordingProofsRepository } from './recording-proofs.repository.js';
import { RecordingProofsWorker } from './recording-proofs.worker.js';

const TYPE = 'video/webm;codecs=vp8,opus';

/** As a server that is busy: nobody's proof comes in time. */
async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  const take = jest.spyOn(ProofTurns.prototype, 'take').mockRejectedValue(new Error('busy'));
  try {
    return await work();
  } finally {
    take.mockRestore();
  }
}

const decode = FfmpegVideoTools.prototype.decode;

/** As with all the time that a slow machine needs: none is up, and of how fast it goes only the first is told. */
async function unhurried<T>(work: () => PromiseLike<T>): Promise<T> {
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  const decoding = jest.spyOn(FfmpegVideoTools.prototype, 'decode').mockImplementation(function (
    this: FfmpegVideoTools,
    source,
    surveyed,
    { onDecoded, ...options } = {},
  ) {
    let tell = onDecoded;
    const onFirst = (share: number, tookMs: number) => {
      tell?.(share, tookMs);
      tell = undefined;
    };
    return decode.call(this, source, surveyed, { ...options, onDecoded: onFirst });
  });
  try {
    return await work();
  } finally {
    for (const spy of [timeout, decoding]) spy.mockRestore();
  }
}

describe('recordings that are proven', () => {
  let testApp: TestApp;
  let browser: ReturnType<TestApp['browser']>;
  let folder: string;
  let source: RecordedSource;
  let people = 0;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'proofs-'));
    [testApp, source] = await Promise.all([
      createTestApp({ PATH: PROGRAM_PATH }),
      recordSource(folder, 'a voice in WebM'),
    ]);
  });
  afterAll(async () => {
    await testApp.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    browser = testApp.browser();
    const person = { firstName: 'Anna', lastName: 'Example', email: `proof-${++people}@example.org` };
    await browser.post('/api/register').send(person).expect(201);
  });

  const send = (bytes: Buffer, fields: object = {}) =>
    browser
      .post('/api/videos/upload-cloud')
      .send({ questionId: 1, title: 'Life before ME/CFS', videoData: toDataUrl(bytes, TYPE), ...fields });
  const list = async () => (await browser.get('/api/videos').expect(200)).body as AnswerVideo[];
  const proofs = async () => (await list()).flatMap(({ pieces }) => pieces.map(({ proof }) => proof.state));
  const asked = { asksProof: true, hasSound: true, recordedSeconds: 3 };
  const half = () => source.bytes.subarray(0, Math.floor(source.bytes.length / 2));
  const mails = async () =>
    (await readOutbox(testApp)).filter(({ to }) => to?.[0]?.address === `proof-${people}@example.org`);
  const rows = () =>
    testApp.dataSource.query<{ state: string; attempts: number; failures: number }[]>(
      'SELECT state, attempts, failures FROM recording_proof',
    );
  const lookNow = async () => {
    await testApp.dataSource.query('UPDATE recording_proof SET due_at = now() WHERE due_at IS NOT NULL');
    await testApp.app.get(RecordingProofsWorker).look();
  };

  it('are told at once that they are whole', async () => {
    const { body } = await unhurried(() => send(source.bytes, asked).expect(201));
    expect((body as AnswerVideo).proof).toEqual({ state: 'proven', problem: null });
    expect(await mails()).toEqual([]);
  });

  it('are refused where they are not what was recorded, and nothing of them is kept', async () => {
    const { body } = await unhurried(() => send(half(), asked).expect(422));
    expect(body).toEqual({
      code: 'recording_flawed',
      message: 'This recording is not whole: a part of what was recorded is missing.',
    } satisfies ErrorBody);
    expect(await list()).toEqual([]);
  });

  it('are kept as they are when their owner wants what plays of them', async () => {
    const { body } = await unhurried(() => send(half(), { ...asked, keepsFlawed: true }).expect(201));
    expect((body as AnswerVideo).proof.state).toBe('flawed');
  });

  it('are never kept when nothing of them plays', async () => {
    const sent = await unhurried(() => send(sampleWebm(5_000, 7), { ...asked, keepsFlawed: true }).expect(422));
    expect(sent.body).toMatchObject({ code: 'recording_unplayable' });
    expect(await list()).toEqual([]);
  });

  it('stay where they are when they are refused, so that the upload can still be used', async () => {
    const bytes = half();
    const { body } = await browser
      .post('/api/uploads/start')
      .send({ filename: 'a.webm', totalSize: bytes.length, totalChunks: 1, mimeType: TYPE })
      .expect(201);
    const { uploadId } = body as { uploadId: string };
    const chunk = { 'Upload-Id': uploadId, 'Chunk-Index': '0', 'Content-Type': 'application/octet-stream' };
    await browser.post('/api/uploads/chunk').set(chunk).send(bytes).expect(200);
    await browser.post(`/api/uploads/process/${uploadId}`).expect(200);
    const place = { questionId: 1, title: 'Life before ME/CFS', uploadId, ...asked };
    await browser.post('/api/videos/upload-cloud').send(place);
    await browser
      .post('/api/videos/upload-cloud')
      .send({ ...place, keepsFlawed: true })
      .expect(201);
    expect(await list()).toHaveLength(1);
  });

  it('are checked later when the proof takes too long, and a bad one is told on the page and by one mail', async () => {
    await send(source.bytes).expect(201);
    const answer = await whileBusy(() => send(half(), { ...asked, isAddition: true }).expect(201));
    expect((answer.body as AnswerVideo).proof.state).toBe('checking');
    await until(async () => (await proofs()).join() === 'proven,flawed');
    const [{ proof } = { proof: null }] = await list();
    expect(proof).toEqual({ state: 'flawed', problem: 'a part of what was recorded is missing' });
    await until(async () => (await mails()).length === 1);
    const [mail] = await mails();
    expect(mail).toMatchObject({ subject: 'One of your recordings is not whole' });
    expect(mail!.text).toContain('This recording is not whole: a part of what was recorded is missing.');
    await testApp.app.get(RecordingProofsWorker).look();
    expect(await mails()).toHaveLength(1);
  });

  it('are told of in one mail a day, which names all that are not whole', async () => {
    await send(sampleWebm(5_000, 9)).expect(201);
    await until(async () => (await mails()).length === 1);
    for (const questionId of [2, 3]) await send(sampleWebm(5_000, 9 + questionId), { questionId }).expect(201);
    const waiting = `SELECT FROM recording_proof WHERE due_at > now() + interval '23 hours'`;
    await until(async () => (await testApp.dataSource.query<unknown[]>(waiting)).length === 2);
    expect(await mails()).toHaveLength(1);
    // A day later.
    await testApp.dataSource.query('DELETE FROM rate_limit');
    await swapQuestions(testApp.dataSource, [2, 3], () =>
      until(async () => {
        await lookNow();
        return (await mails()).length === 2;
      }),
    );
    const [, mail] = await mails();
    expect(mail).toMatchObject({ subject: 'Some of your recordings are not whole' });
    expect(mail!.text!.match(/This recording is not whole: /g)).toHaveLength(2);
    expect(mail!.text).toMatch(/Life today.*The events that caused it/s);
    const told = 'SELECT FROM recording_proof WHERE due_at IS NOT NULL';
    await until(async () => (await testApp.dataSource.query<unknown[]>(told)).length === 0);
    expect(await mails()).toHaveLength(2);
  });

  it('are named in a mail where they were found not to be whole, and are nobody else’s', async () => {
    for (const questionId of [1, 2, 3]) await send(sampleWebm(5_000, 20 + questionId), { questionId }).expect(201);
    const [person] = await testApp.dataSource.query<[{ id: string }]>('SELECT id FROM participant WHERE email = $1', [
      `proof-${people}@example.org`,
    ]);
    const answers = 'SELECT media_id FROM answer WHERE participant_id = $1';
    await testApp.dataSource.query(
      `UPDATE recording_proof SET state = 'flawed', problem = 'cut off', due_at = now() + interval '1 day'
       WHERE media_id IN (${answers} AND question_id <> 2)`,
      [person.id],
    );
    await testApp.dataSource.query(
      `UPDATE recording_proof SET state = 'checking', problem = NULL, due_at = now() + interval '1 day'
       WHERE media_id IN (${answers} AND question_id = 2)`,
      [person.id],
    );
    await testApp.dataSource.query(
      'UPDATE answer SET is_set_apart = true WHERE participant_id = $1 AND question_id = 3',
      [person.id],
    );
    const untold = await testApp.app.get(RecordingProofsRepository).findUntold(person.id);
    expect(untold.map(({ question }) => question)).toEqual(['Life before ME/CFS']);
  });

  it('are told of once their owner has said that they are theirs, but for what was kept as it is', async () => {
    await testApp.dataSource.query('DELETE FROM recording_proof');
    await unhurried(() => send(half(), { ...asked, keepsFlawed: true }).expect(201));
    using reading = jest.spyOn(MediaService.prototype, 'withFile').mockRejectedValue(new Error('away'));
    await send(sampleWebm(5_000, 10), { questionId: 2 }).expect(201);
    await until(async () => (await rows()).some(({ failures }) => failures > 0));
    const owner = await openLink(testApp, `proof-${people}@example.org`);
    reading.mockRestore();
    await lookNow();
    const waiting = `SELECT FROM recording_proof WHERE state = 'flawed' AND due_at > now() + interval '23 hours'`;
    await until(async () => (await testApp.dataSource.query<unknown[]>(waiting)).length === 1);
    const before = (await mails()).length;
    await owner.post('/api/user/unclaimed/claim').expect(204);
    await until(async () => (await mails()).length > before);
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Continue your story',
      'One of your recordings is not whole',
    ]);
  });

  it('are told of at once where one was found while its owner was saying that it is theirs', async () => {
    await testApp.dataSource.query('DELETE FROM recording_proof');
    using reading = jest.spyOn(MediaService.prototype, 'withFile').mockRejectedValue(new Error('away'));
    await send(sampleWebm(5_000, 11)).expect(201);
    await until(async () => (await rows()).some(({ failures }) => failures > 0));
    const owner = await openLink(testApp, `proof-${people}@example.org`);
    const before = (await mails()).length;
    await using letGo = await holdTransaction(testApp.dataSource, (transaction) =>
      transaction.query('SELECT FROM unclaimed_beginning FOR UPDATE'),
    );
    const claim = Promise.resolve(owner.post('/api/user/unclaimed/claim'));
    await untilBlocked(testApp.dataSource);
    reading.mockRestore();
    await lookNow();
    await until(async () => (await rows())[0]!.state === 'flawed');
    await untilBlocked(testApp.dataSource, 2);
    await letGo();
    expect((await claim).status).toBe(204);
    await until(async () => (await mails()).length > before);
  });

  it('are checked later as soon as it is clear that the proof will take too long', async () => {
    // Their time would never be up, and none goes by but what is told.
    using timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
    using clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    using decoding = jest.spyOn(FfmpegVideoTools.prototype, 'decode');
    const isGivenUp: (boolean | undefined)[] = [];
    decoding.mockImplementationOnce((_source, _surveyed, { signal, onDecoded } = {}) => {
      // A start of half a second, then half of it in as long, then a hundredth in another.
      for (const [share, tookMs] of [
        [0.01, 500],
        [0.5, 1_000],
        [0.51, 30_000],
      ] as const) {
        onDecoded?.(share, tookMs);
        isGivenUp.push(signal?.aborted);
      }
      return Promise.reject(new Error('It was stopped.'));
    });
    const answer = await send(source.bytes, asked).expect(201);
    for (const spy of [timeout, clock, decoding]) spy.mockRestore();
    expect(isGivenUp).toEqual([false, false, true]);
    expect((answer.body as AnswerVideo).proof.state).toBe('checking');
    await until(async () => (await proofs()).join() === 'proven');
  });

  it('are looked at afterwards where their sender asks for nothing', async () => {
    const { body } = await send(sampleWebm(5_000, 8)).expect(201);
    expect((body as AnswerVideo).proof).toEqual({ state: 'checking', problem: null });
    await until(async () => (await proofs()).join() === 'flawed');
  });

  it('are checked by the next server when one was stopped in the middle', async () => {
    await testApp.dataSource.query('DELETE FROM recording_proof');
    await whileBusy(() => send(source.bytes, asked).expect(201));
    const waits = `UPDATE recording_proof SET state = 'checking', attempts = 1, due_at = now()`;
    await testApp.dataSource.query(waits);
    await testApp.restart();
    const open = `SELECT FROM recording_proof WHERE state = 'checking'`;
    await until(async () => (await testApp.dataSource.query<unknown[]>(open)).length === 0);
  });

  describe('that a fault of the machine keeps from being checked', () => {
    beforeEach(() => testApp.dataSource.query('DELETE FROM recording_proof'));

    it('are checked once the store is back, however often it failed', async () => {
      using reading = jest.spyOn(MediaService.prototype, 'withFile').mockRejectedValue(new Error('away'));
      await whileBusy(() => send(source.bytes, asked).expect(201));
      // It may be tried twice at one look: once because it came, and once more because it is due again.
      for (const failures of [1, 2, 3, 4, 5]) {
        await lookNow();
        await until(async () => (await rows())[0]!.failures >= failures);
      }
      await until(async () => (await rows())[0]!.attempts === 0);
      expect(await rows()).toMatchObject([{ state: 'checking' }]);
      reading.mockRestore();
      await until(async () => {
        await lookNow();
        return (await proofs()).join() === 'proven';
      });
    });

    it('are checked by a later server, however many were stopped in the middle', async () => {
      let begun = 0;
      using decoding = jest
        .spyOn(FfmpegVideoTools.prototype, 'decode')
        .mockImplementation((_source, _surveyed, { signal } = {}) => {
          begun++;
          const { promise, reject } = Promise.withResolvers<never>();
          signal!.addEventListener('abort', () => reject(new Error('It was stopped.')));
          return promise;
        });
      await whileBusy(() => send(source.bytes, asked).expect(201));
      for (const count of [1, 2, 3, 4]) {
        await until(() => begun === count);
        await testApp.restart();
      }
      await until(() => begun === 5);
      expect(await rows()).toEqual([{ state: 'checking', attempts: 1, failures: 0 }]);
      decoding.mockRestore();
      await testApp.restart();
      await until(async () => (await rows())[0]!.state === 'proven');
    });

    it('are left alone where each check takes the whole server with it', async () => {
      using taking = jest.spyOn(FfmpegVideoTools.prototype, 'decode');
      await send(source.bytes).expect(201);
      await until(async () => (await proofs()).join() === 'proven');
      taking.mockClear();
      await testApp.dataSource.query(`UPDATE recording_proof SET state = 'checking', attempts = 3, due_at = now()`);
      await lookNow();
      await until(async () => (await proofs()).join() === 'unknown');
      expect(taking).not.toHaveBeenCalled();
    });
  });

  it.each([
    { recordedSeconds: -1 },
    { recordedSeconds: '3' },
    { lagSeconds: 1e9 },
    { hasSound: 'yes' },
    { asksProof: 1 },
  ])('need facts that can be true: %j', async (facts) => {
    await send(source.bytes, { ...asked, ...facts }).expect(400);
    expect(await list()).toEqual([]);
  });
});

describe('the mail about a recording that is not whole', () => {
  let server: MailServer;
  let testApp: TestApp;
  let person: Awaited<ReturnType<typeof registerPerson>>;
  beforeAll(async () => {
    server = await startMailServer();
    testApp = await createTestApp({ PATH: PROGRAM_PATH, SMTP_URL: server.url });
  });
  afterAll(async () => {
    await testApp.close();
    await server[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    await testApp.dataSource.query('DELETE FROM recording_proof');
    person = await registerPerson(testApp);
    server.refused.add(person.email);
    const fields = { questionId: 1, title: 'Life before ME/CFS', videoData: toDataUrl(sampleWebm(5_000, 8), TYPE) };
    await person.browser.post('/api/videos/upload-cloud').send(fields).expect(201);
    const refused = `SELECT FROM recording_proof WHERE state = 'flawed' AND failures > 0`;
    await until(async () => (await testApp.dataSource.query<unknown[]>(refused)).length > 0);
    server.refused.clear();
  });

  const subjects = () =>
    server.received.filter(({ to }) => to.includes(person.email)).map(({ content }) => content.subject);
  const lookAfter = async (failures: number) => {
    const sql = 'UPDATE recording_proof SET failures = $1, due_at = now() WHERE due_at IS NOT NULL';
    await testApp.dataSource.query(sql, [failures]);
    await testApp.app.get(RecordingProofsWorker).look();
  };
  const isOver = async () =>
    (await testApp.dataSource.query('SELECT FROM recording_proof WHERE due_at IS NOT NULL')).length === 0;

  it('comes once the mail server takes it again, at the last try as well', async () => {
    await lookAfter(11);
    await until(isOver);
    expect(subjects()).toEqual(['One of your recordings is not whole']);
  });

  it('is given up after twelve tries, and the page still tells it', async () => {
    await lookAfter(12);
    await until(isOver);
    expect(subjects()).toEqual([]);
    const { body } = await person.browser.get('/api/videos').expect(200);
    expect(body).toMatchObject([{ proof: { state: 'flawed' } }]);
  });
});

describe('turns of proofs', () => {
  it('are one of a person at a time, and so many of all', async () => {
    const turns = new ProofTurns(2);
    const { signal } = new AbortController();
    const ends: (() => void)[] = [];
    const begun: string[] = [];
    const take = (person: string) =>
      turns.take(person, signal, () => {
        begun.push(person);
        return new Promise<void>((resolve) => void ends.push(resolve));
      });
    const all = [take('a'), take('a'), take('b'), take('c')];
    await Promise.resolve();
    expect(begun).toEqual(['a', 'b']);
    for (const count of [3, 4]) {
      ends.shift()!();
      await until(() => begun.length === count);
    }
    ends.forEach((end) => end());
    await Promise.all(all);
    expect(begun.toSorted()).toEqual(['a', 'a', 'b', 'c']);
  });

  it('end for whoever cannot wait any longer', async () => {
    const turns = new ProofTurns(1);
    const waiting = new AbortController();
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = turns.take('a', new AbortController().signal, () => promise);
    const second = turns.take('b', waiting.signal, () => Promise.resolve());
    waiting.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    resolve();
    await first;
  });
});
