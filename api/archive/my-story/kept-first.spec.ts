import { readFile, rm } from 'node:fs/promises';
import { jest } from '@jest/globals';
import { WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import { PublicUploadsService } from '../../people/public-uploads/public-uploads.service.js';
import { provenPerson } from '../../testing/proven-person.js';
import { PublicSender } from '../../testing/public-sender.js';
import { PublishedSite, storyOf } from '../../testing/published-site.js';
import { sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { whileNotKept } from '../../testing/while-not-kept.js';
import { LedgerReplay } from './ledger-replay.js';
import { WithdrawalsService } from './withdrawals.service.js';

const DUE = () => Promise.resolve();
const IS_FULL = Object.assign(new Error('no space left'), { code: 'ENOSPC' });

describe("what is nobody's no, where the database ends as it would keep it", () => {
  let site: PublishedSite;
  beforeEach(async () => {
    site = await PublishedSite.start();
  });
  afterEach(() => site.testApp.close());

  const query = (sql: string) => site.testApp.dataSource.query<unknown[]>(sql);
  const ledger = () => readFile(site.inState('ledger/withdrawals.jsonl'), 'utf8');
  const withdrawals = () => site.testApp.app.get(WithdrawalsService, { strict: false });
  const told = async (firstName: string) => {
    const person = await provenPerson(site.testApp, firstName);
    const answer = { questionId: 1, title: 'An answer', videoData: toDataUrl(sampleWebm(), 'video/webm') };
    await person.browser.post('/api/videos/upload-cloud').send(answer).expect(201);
    return { ...person, video: await site.archive.publish(person.id, { questionId: 1 }) };
  };
  type Told = Awaited<ReturnType<typeof told>>;
  const sent = async () => {
    const sender = new PublicSender(site.testApp);
    await sender.send().expect(201);
    const [upload] = await site.testApp.app.get(PublicUploadsService, { strict: false }).listUnowned(sender.email);
    return { upload: upload!.id, email: sender.email };
  };

  it.each<[string, string, (person: Told, other: Told, upload: string, email: string) => PromiseLike<unknown>]>([
    [
      'a producer moves a video',
      'UPDATE OF moved_at ON showcase_video',
      ({ video }, { id }) => site.archive.edit(video.id, { userId: id }).expect(503),
    ],
    [
      'a producer deletes a video',
      'DELETE ON showcase_video',
      ({ video }) => site.archive.remove(video.id).expect(503),
    ],
    [
      'a producer deletes an upload',
      'DELETE ON public_upload',
      (_person, _other, upload) => site.testApp.staff().delete(`/api/admin/photo/${upload}`).expect(503),
    ],
    [
      'a producer deletes what somebody sent',
      'DELETE ON public_upload',
      (_person, _other, _upload, email) =>
        site.testApp
          .staff()
          .delete(`/api/admin/user-photos/${encodeURIComponent(email)}`)
          .expect(503),
    ],
    [
      'a producer deletes a person',
      'DELETE ON participant',
      ({ id }) => site.testApp.staff().delete(`/api/admin/delete-user/${id}`).expect(503),
    ],
    [
      'the time of a person is over',
      'DELETE ON participant',
      ({ id }) => expect(withdrawals().removePerson(id, 'period_ended', DUE)).rejects.toThrow('the database ends'),
    ],
    [
      'the time of answers is over',
      'DELETE ON answer',
      ({ id }) => expect(withdrawals().removeAnswersAtEnd(id, DUE)).rejects.toThrow('the database ends'),
    ],
  ])('nothing comes of it later: %s', async (_, change, make) => {
    const [person, other, { upload, email }] = [await told('Anna'), await told('Ben'), await sent()];
    const before = await ledger();
    await whileNotKept(site.testApp.dataSource, change, () => make(person, other, upload, email));
    expect(await ledger()).toBe(before);
    await site.restart();
    await site.get(storyOf(person.video)).expect(200);
    expect(await query('SELECT count(*)::int AS answers FROM answer')).toEqual([{ answers: 2 }]);
    expect(await query('SELECT count(*)::int AS uploads FROM public_upload')).toEqual([{ uploads: 1 }]);
  });

  it('is read from the database where the ledger did not get it: uploads of a person whom a producer deletes', async () => {
    const person = await told('Anna');
    const sender = new PublicSender(site.testApp);
    await sender.send({ email: person.email }).expect(201);
    await site.testApp.staff().delete(`/api/admin/delete-user/${person.id}`).expect(200);
    await rm(site.inState('ledger/withdrawals.jsonl'));
    await site.testApp.app.get(LedgerReplay).writeMissing();
    expect(await ledger()).toContain('"kind":"upload"');
  });

  it('is said to be done, where the ledger has no room for it', async () => {
    const [person, other, gone, { upload }] = [await told('Anna'), await told('Ben'), await told('Cleo'), await sent()];
    const writing = jest.spyOn(site.testApp.app.get(WithdrawalLedger), 'append').mockRejectedValue(IS_FULL);
    const refusals = [
      await site.archive.edit(person.video.id, { userId: other.id }),
      await site.archive.remove(other.video.id),
      await site.testApp.staff().delete(`/api/admin/photo/${upload}`),
      await site.testApp.staff().delete(`/api/admin/delete-user/${gone.id}`),
    ];
    writing.mockRestore();
    const message = 'The server has no space left. What you asked for is done all the same.';
    expect(refusals.map(({ status, body }) => [status, body as unknown])).toEqual(
      refusals.map(() => [507, { code: 'out_of_space', message }]),
    );
    expect(await query('SELECT FROM participant')).toHaveLength(2);
    await site.testApp.app.get(LedgerReplay).writeMissing();
    for (const kind of ['moved', 'deleted', 'upload', 'left']) expect(await ledger()).toContain(`"kind":"${kind}"`);
  });

  it('is done to its end, where the ledger has no room for it: of a video', async () => {
    const [{ video }, other] = [await told('Anna'), await told('Ben')];
    const cues = [{ start: 0, end: 1, text: 'I rest.' }];
    await query(
      `INSERT INTO transcript_draft (video_id, state, changed_at) VALUES ('${video.id}', 'waiting', now())
       ON CONFLICT (video_id) DO UPDATE SET state = 'waiting'`,
    );
    const writing = jest.spyOn(site.testApp.app.get(WithdrawalLedger), 'append').mockRejectedValue(IS_FULL);
    const hosted = { userId: other.id, videoUrl: 'https://vimeo.com/1', cues };
    expect((await site.archive.edit(video.id, hosted)).status).toBe(507);
    expect(await query('SELECT FROM media_deletion')).toEqual([]);
    expect(await query(`SELECT state FROM transcript_draft WHERE video_id = '${video.id}'`)).toEqual([
      { state: 'settled' },
    ]);
    expect((await site.archive.remove(other.video.id)).status).toBe(507);
    expect(await query('SELECT FROM media_deletion')).toEqual([]);
    writing.mockRestore();
  });

  it.each<[string, (person: Told, upload: string, email: string) => PromiseLike<unknown>]>([
    ['left', ({ id }) => withdrawals().removePerson(id, 'period_ended', DUE)],
    ['answers_ended', ({ id }) => withdrawals().removeAnswersAtEnd(id, DUE)],
    ['deleted', ({ video }) => site.archive.remove(video.id).expect(204)],
    ['upload', (_person, upload) => site.testApp.staff().delete(`/api/admin/photo/${upload}`).expect(200)],
    [
      'upload',
      (_person, _upload, email) =>
        site.testApp
          .staff()
          .delete(`/api/admin/user-photos/${encodeURIComponent(email)}`)
          .expect(200),
    ],
  ])('is in the ledger once it is kept: %s', async (kind, make) => {
    const [person, { upload, email }] = [await told('Anna'), await sent()];
    await make(person, upload, email);
    expect(await ledger()).toContain(`"kind":"${kind}"`);
    expect(await site.testApp.app.get(LedgerReplay).apply()).toBe(0);
  });
});
