import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import type { AuditPage } from '../../../contract/staff/audit.js';
import { TRANSCRIPTION_TIMEOUT_MS } from '../../../contract/common/limits.js';
import { PRIVACY } from '../../../contract/consent/privacy.js';
import { RecordingConsentService } from '../../../people/consent/recording-consent.service.js';
import { loadConfig } from '../../../platform/config/load-config.js';
import type { ShowcaseVideo } from '../../../contract/videos/showcase.js';
import type { UserStory } from '../../../contract/stories/stories.js';
import { ArchiveClient } from '../../../testing/archive-client.js';
import { allowTranscription } from '../../../testing/consent.js';
import { transcodedVideos, WITH_VIDEO_TOOLS } from '../../../testing/transcoded-videos.js';
import { both, makeVideo, picture, VP8 } from '../../../testing/sample-videos.js';
import { createTestApp, type TestApp } from '../../../testing/test-app.js';
import { TranscriptionServer } from '../../../testing/transcription-server.js';
import { until } from '../../../testing/until.js';
import { AudioExtractor } from '../../../media/transcode/audio-extractor.js';
import { endpointOf, Transcriber } from './transcriber.js';
import { TranscriptDraftsWorker } from './transcript-drafts.worker.js';

const VIDEOS = '/api/admin/showcase-videos';
const SPOKEN = {
  segments: [
    { start: 0, end: 0.5, text: ' I loved to run.', no_speech_prob: 0.01, avg_logprob: -0.1 },
    { start: 0.5, end: 1, text: ' Thanks for watching!', no_speech_prob: 0.9, avg_logprob: -0.4 },
  ],
};
const CUES = [
  { start: 0, end: 0.5, text: 'I loved to run.' },
  { start: 0.5, end: 1, text: 'Thanks for watching!' },
];
const READY = {
  state: 'ready',
  cues: [
    { ...CUES[0], doubt: null },
    { ...CUES[1], doubt: 'silence' },
  ],
};

const lineAt = (start: number, text: string) => ({ start, end: start + 1, text });
const draft = (video: Pick<ShowcaseVideo, 'id'>) => `/${video.id}/draft`;

describe('transcript drafts', () => {
  let folder: string;
  let clip: Buffer;
  let silent: Buffer;
  let service: TranscriptionServer;
  let testApp: TestApp;
  let staff: ArchiveClient;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'drafts-'));
    clip = await readFile(await makeVideo(path.join(folder, 'clip.webm'), ...both('90x160'), ...VP8));
    silent = await readFile(await makeVideo(path.join(folder, 'silent.webm'), ...picture('90x160'), ...VP8));
    service = await TranscriptionServer.start();
    const transcription = { TRANSCRIBE_URL: service.url, TRANSCRIBE_KEY: 'a key', TRANSCRIBE_MODEL: 'large-v3' };
    testApp = await createTestApp({ ...WITH_VIDEO_TOOLS, ...transcription });
    staff = await ArchiveClient.signIn(testApp);
  });
  afterAll(async () => {
    await testApp.close();
    await service.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    // What an earlier case left waiting would take the answers of this one.
    await testApp.dataSource.query('UPDATE recording_consent SET may_transcribe = NULL');
    service.calls.length = 0;
    service.answers = [{ status: 200, body: SPOKEN }];
  });

  const add = async (bytes = clip, transcript = '') => {
    const person = await staff.register();
    await allowTranscription(testApp, person);
    const { body } = await staff.upload(person, { questionId: 1, transcript }, bytes).expect(201);
    return body as ShowcaseVideo;
  };
  const find = async ({ id }: ShowcaseVideo) => {
    const lists = [await staff.get(VIDEOS), await staff.get(`${VIDEOS}/approved`)];
    return lists.flatMap(({ body }) => body as ShowcaseVideo[]).find((video) => video.id === id);
  };
  const untilState = (video: ShowcaseVideo, state: string) =>
    until(async () => (await find(video))?.draft?.state === state);

  it('are made only where a service is set up', () => {
    expect(testApp.app.get(Transcriber).isSetUp).toBe(true);
    const without = loadConfig({ STAFF_PASSWORD: 'open sesame' }, folder);
    expect(new Transcriber(without).isSetUp).toBe(false);
  });

  it('come from the sound of a video, a wave of 16 kHz, and say which lines are doubtful', async () => {
    const video = await add();
    await untilState(video, 'ready');
    expect((await find(video))?.draft).toEqual(READY);
    expect(service.calls).toHaveLength(1);
    const { wave, ...call } = service.calls[0]!;
    expect(call).toEqual({
      path: '/v1/audio/transcriptions',
      authorization: 'Bearer a key',
      fields: { model: 'large-v3', response_format: 'verbose_json', 'timestamp_granularities[]': 'segment' },
    });
    expect([wave.toString('latin1', 0, 4), wave.toString('latin1', 8, 12)]).toEqual(['RIFF', 'WAVE']);
    const format = wave.indexOf('fmt ') + 8;
    const [channels, rate, bits] = [2, 4, 14].map((at) =>
      at === 4 ? wave.readUInt32LE(format + at) : wave.readUInt16LE(format + at),
    );
    expect({ channels, rate, bits }).toEqual({ channels: 1, rate: 16_000, bits: 16 });
    const seconds = (wave.length - wave.indexOf('data') - 8) / 32_000;
    expect(Math.abs(seconds - 1)).toBeLessThan(0.2);
  });

  it('are not public before a producer accepts them, as they are or edited', async () => {
    const video = await add();
    await untilState(video, 'ready');
    await staff.approve(video.id).expect(200);
    const story = async () =>
      (await testApp.http.get(`/api/user-story/${video.user.userName}`).expect(200)).body as UserStory;
    expect((await story()).videos).toMatchObject([{ transcript: '', cues: null }]);
    const { text } = await testApp.http.get('/api/search-data').expect(200);
    expect(text).not.toContain('Thanks for watching');
    const accepted = await staff.edit(video.id, { cues: [CUES[0]] }).expect(200);
    expect(accepted.body).toMatchObject({ draft: null, cues: [CUES[0]], transcript: 'I loved to run.' });
    expect((await story()).videos).toMatchObject([{ transcript: 'I loved to run.', cues: [CUES[0]] }]);
  });

  it('are made once: a rejected one does not come back', async () => {
    const video = await add();
    await untilState(video, 'ready');
    await staff.delete(draft(video)).expect(204);
    await staff.delete(draft(video)).expect(404);
    expect((await find(video))?.draft).toBeNull();
    const { entries } = (await staff.get('/api/admin/audit').expect(200)).body as AuditPage;
    const own = entries.filter(({ subject }) => subject.id === video.id).map(({ action }) => action);
    expect(own).toEqual(['draft_rejected', 'video_added']);
    const again = await add();
    await untilState(again, 'ready');
    expect(service.calls).toHaveLength(2);
    expect((await find(video))?.draft).toBeNull();
  });

  it.each([408, 425, 429, 503])('are tried again by themselves after a failure that passes: %d', async (status) => {
    service.answers = [
      { status, body: {} },
      { status: 200, body: SPOKEN },
    ];
    const video = await add();
    await untilState(video, 'ready');
    expect(service.calls).toHaveLength(2);
  });

  it('are tried again by themselves where the service says nothing in its time', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const over = new AbortController();
    using timing = jest.spyOn(AbortSignal, 'timeout');
    timing.mockImplementation((ms) =>
      ms === TRANSCRIPTION_TIMEOUT_MS && !over.signal.aborted ? over.signal : timeout(ms),
    );
    service.answers = ['silence', { status: 200, body: SPOKEN }];
    const video = await add();
    await until(async () => service.calls.length === 1);
    over.abort();
    await untilState(video, 'ready');
    expect(service.calls).toHaveLength(2);
  });

  it('do not depend on fetch, which gives up on a service that computes for five minutes', async () => {
    using fetching = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
    const video = await add();
    await until(async () => (await find(video))?.draft?.state === 'ready' || fetching.mock.calls.length > 0);
    expect(fetching).not.toHaveBeenCalled();
    expect(service.calls).toHaveLength(1);
  });

  it('are tried again by themselves where the line is cut in the middle of the answer', async () => {
    service.answers = [
      { status: 200, body: SPOKEN, isCut: true },
      { status: 200, body: SPOKEN },
    ];
    await untilState(await add(), 'ready');
    expect(service.calls).toHaveLength(2);
  });

  /** This video lasts fourteen minutes, of which nothing is to be heard. */
  const giveLongSound = (video: Promise<ShowcaseVideo>) => {
    const head = Buffer.alloc(44);
    head.write('RIFF....WAVEfmt ');
    head.writeUInt32LE(16, 16);
    head.write('data', 36);
    const wave = new Blob([head, Buffer.alloc(14 * 60 * 32_000)], { type: 'audio/wav' });
    const audio = testApp.app.get(AudioExtractor, { strict: false });
    const use = audio.use.bind(audio);
    return jest.spyOn(audio, 'use').mockImplementation(async (original, signal, work) => {
      const [row] = await testApp.dataSource.query<{ media_id: string }[]>(
        'SELECT media_id FROM showcase_video WHERE id = $1',
        [(await video).id],
      );
      return row?.media_id === original.id ? work(wave) : use(original, signal, work);
    });
  };

  it('are made in pieces of the sound that is more than a service takes at once', async () => {
    const added = Promise.withResolvers<ShowcaseVideo>();
    using reading = giveLongSound(added.promise);
    service.answers = [
      { status: 200, body: { segments: [lineAt(1, 'First')] } },
      { status: 200, body: { segments: [lineAt(2, 'Second')] } },
    ];
    const video = await add();
    added.resolve(video);
    await untilState(video, 'ready');
    reading.mockRestore();
    const sounds = service.calls.map(({ wave }) => wave.length);
    expect(sounds).toHaveLength(2);
    for (const bytes of sounds) expect(bytes).toBeLessThan(26_214_400 - 1_000);
    const secondAt = (sounds[0]! - 44) / 32_000;
    expect((await find(video))?.draft).toMatchObject({
      cues: [
        { start: 1, text: 'First' },
        { start: Number((secondAt + 2).toFixed(3)), text: 'Second' },
      ],
    });
  });

  it('are asked for one piece again where that failed, and not for those before it', async () => {
    const added = Promise.withResolvers<ShowcaseVideo>();
    using reading = giveLongSound(added.promise);
    service.answers = [
      { status: 200, body: { segments: [lineAt(1, 'First')] } },
      { status: 503, body: {} },
      { status: 200, body: { segments: [lineAt(2, 'Second')] } },
    ];
    const video = await add();
    added.resolve(video);
    await untilState(video, 'ready');
    reading.mockRestore();
    const [first, failed, second, ...more] = service.calls.map(({ wave }) => wave.length);
    expect(failed).not.toBe(first);
    expect([second, more]).toEqual([failed, []]);
    expect((await find(video))?.draft).toMatchObject({ cues: [{ text: 'First' }, { text: 'Second' }] });
  });

  it.each([
    ['no further piece', 200],
    ['no piece again', 503],
  ])('are asked for %s after a no', async (_, status) => {
    const added = Promise.withResolvers<ShowcaseVideo>();
    using reading = giveLongSound(added.promise);
    const saysNo = Promise.withResolvers<{ status: number; body: unknown }>();
    const answered = { status: 200, body: SPOKEN };
    service.answers = status === 200 ? [saysNo.promise, answered] : [answered, saysNo.promise, answered];
    const asked = service.answers.length - 1;
    const video = await add();
    added.resolve(video);
    await until(() => service.calls.length === asked);
    await refuse(added.promise);
    saysNo.resolve({ status, body: SPOKEN });
    await untilState(await add(), 'ready');
    reading.mockRestore();
    expect(service.calls).toHaveLength(asked + 1);
    expect((await find(video))?.draft ?? null).toBeNull();
  });

  it('are tried again within ten minutes, however often that was in vain', async () => {
    service.answers = [{ status: 503, body: {} }];
    const video = await add();
    const row = async () => {
      const [found] = await testApp.dataSource.query<{ state: string; tries: number; seconds: number }[]>(
        `SELECT state, tries, extract(epoch FROM due_at - changed_at)::int AS seconds FROM transcript_draft
         WHERE video_id = $1`,
        [video.id],
      );
      return found;
    };
    try {
      await until(async () => ((await row())?.tries ?? 0) > 0);
      await testApp.dataSource.query('UPDATE transcript_draft SET tries = 60, due_at = now() WHERE video_id = $1', [
        video.id,
      ]);
      await testApp.app.get(TranscriptDraftsWorker).look();
      await until(async () => (await row())!.tries > 60);
      expect(await row()).toEqual({ state: 'waiting', tries: 61, seconds: 600 });
    } finally {
      await staff.remove(video.id).expect(204);
    }
  });

  it('are asked for nowhere else, whereto the service may point', async () => {
    let reached = 0;
    const elsewhere = createServer((incoming, response) => {
      reached++;
      incoming.resume();
      response.end(JSON.stringify(SPOKEN));
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    service.answers = [{ status: 307, body: {}, location }, ...service.answers];
    await untilState(await add(), 'ready');
    elsewhere.close();
    expect([service.calls.length, reached]).toEqual([2, 0]);
  });

  it('say why there is none, and are tried again on demand', async () => {
    service.answers = [{ status: 400, body: {} }];
    const video = await add();
    await untilState(video, 'failed');
    const problem = 'The transcription service answered 400.';
    expect((await find(video))?.draft).toEqual({ state: 'failed', problem });
    service.answers = [{ status: 200, body: SPOKEN }];
    await staff.post(draft(video)).expect(202);
    await untilState(video, 'ready');
  });

  it('say so where nobody speaks, and where the service answers something else', async () => {
    service.answers = [{ status: 200, body: { segments: [] } }];
    const quiet = await add();
    await untilState(quiet, 'failed');
    expect((await find(quiet))?.draft).toMatchObject({ problem: 'Nobody was heard speaking in this video.' });
    service.answers = [{ status: 200, body: 'plain' }];
    const odd = await add();
    await untilState(odd, 'failed');
    expect((await find(odd))?.draft).toMatchObject({
      problem: 'The transcription service gave an answer without timed lines.',
    });
  });

  it('are not asked for where there is no sound, nor where a person has given timed lines', async () => {
    const videos = [await add(silent), await add(clip, 'WEBVTT\n\n00:00.000 --> 00:01.000\nMine')];
    await transcodedVideos(testApp);
    const last = await add();
    await untilState(last, 'ready');
    expect(service.calls).toHaveLength(1);
    for (const video of videos) expect((await find(video))?.draft).toBeNull();
  });

  it('are overtaken by timed lines of a person that are restored', async () => {
    const video = await add(clip, 'WEBVTT\n\n00:00.000 --> 00:01.000\nMine');
    await transcodedVideos(testApp);
    await staff.edit(video.id, { transcript: 'Mine, without times' }).expect(200);
    await testApp.app.get(TranscriptDraftsWorker).look();
    await untilState(video, 'ready');
    await staff.post(`/${video.id}/versions/1/restore`).expect(200);
    expect(await find(video)).toMatchObject({ cues: [{ text: 'Mine' }], draft: null });
    await staff.post(`/${video.id}/versions/2/restore`).expect(200);
    await testApp.app.get(TranscriptDraftsWorker).look();
    expect(await find(video)).toMatchObject({ cues: null, draft: null });
    await staff.delete(draft(video)).expect(404);
  });

  it('are asked for of nobody who has not said yes to it, and not after a no', async () => {
    const [unasked, refused, withdrawn] = [await staff.register(), await staff.register(), await staff.register()];
    await allowTranscription(testApp, withdrawn);
    for (const id of [refused, withdrawn]) {
      await consents().answerTranscription({ id, isProven: false }, 'no', PRIVACY.version);
    }
    const videos: ShowcaseVideo[] = [];
    for (const person of [unasked, refused, withdrawn]) {
      videos.push((await staff.upload(person, { questionId: 1 }, clip).expect(201)).body as ShowcaseVideo);
    }
    await transcodedVideos(testApp);
    await untilState(await add(), 'ready');
    expect(service.calls).toHaveLength(1);
    for (const video of videos) expect((await find(video))?.draft).toBeNull();
  });

  it.each(['refused', 'withdrawn', 'guardian_asked', 'guardian_refused'])(
    'are asked for of nobody who said yes to it and may not be recorded: %s',
    async (state) => {
      const person = await staff.register();
      await allowTranscription(testApp, person);
      await testApp.dataSource.query('UPDATE recording_consent SET state = $2 WHERE participant_id = $1', [
        person,
        state,
      ]);
      const { body } = await staff.upload(person, { questionId: 1 }, clip).expect(201);
      await transcodedVideos(testApp);
      await untilState(await add(), 'ready');
      expect(service.calls).toHaveLength(1);
      expect((await find(body as ShowcaseVideo))?.draft).toBeNull();
    },
  );

  const consents = () => testApp.app.get(RecordingConsentService, { strict: false });
  const refuse = async (video: Promise<ShowcaseVideo>) =>
    consents().answerTranscription({ id: (await video).userId, isProven: false }, 'no', PRIVACY.version);

  it.each<[string, (video: Promise<ShowcaseVideo>) => Promise<unknown>]>([
    ['they say no to it', refuse],
    [
      'they say no to being recorded',
      async (video) => consents().answer({ id: (await video).userId, isProven: false }, 'no', PRIVACY.version),
    ],
    ['the video is deleted', async (video) => staff.remove((await video).id).expect(204)],
  ])('are made of no sound that is read already, where meanwhile %s', async (_, happen) => {
    const audio = testApp.app.get(AudioExtractor, { strict: false });
    const use = audio.use.bind(audio);
    let added!: Promise<ShowcaseVideo>;
    using reading = jest.spyOn(audio, 'use').mockImplementationOnce((original, signal, work) =>
      use(original, signal, async (wave) => {
        await happen(added);
        return work(wave);
      }),
    );
    added = add();
    await added;
    await untilState(await add(), 'ready');
    reading.mockRestore();
    expect(service.calls).toHaveLength(1);
    expect((await find(await added))?.draft ?? null).toBeNull();
  });

  it('are not kept after a no that comes while the service transcribes', async () => {
    const transcriber = testApp.app.get(Transcriber);
    const transcribe = transcriber.transcribe.bind(transcriber);
    let added!: Promise<ShowcaseVideo>;
    using transcribing = jest.spyOn(transcriber, 'transcribe').mockImplementationOnce(async (wave, signal) => {
      const cues = await transcribe(wave, signal);
      await refuse(added);
      return cues;
    });
    added = add();
    await added;
    await untilState(await add(), 'ready');
    transcribing.mockRestore();
    expect(service.calls).toHaveLength(2);
    expect((await find(await added))?.draft).toBeNull();
  });

  it.each([
    ['http://host:9000', '/v1/audio/transcriptions'],
    ['http://host:9000/v1/', '/v1/audio/transcriptions'],
    ['http://host/api/v1', '/api/v1/audio/transcriptions'],
    ['http://host/x/audio/transcriptions?a=b', '/x/audio/transcriptions?a=b'],
  ])('go to the service at %s', (configured, address) => {
    const url = endpointOf(configured);
    expect(url.pathname + url.search).toBe(address);
  });

  describe('refuses', () => {
    it('everyone but staff', async () => {
      await testApp.http.delete(`${VIDEOS}${draft({ id: randomUUID() })}`).expect(401);
      await testApp.http.post(`${VIDEOS}${draft({ id: randomUUID() })}`).expect(401);
    });

    it.each([randomUUID(), 'no-uuid'])('what is asked of the draft of %s', async (id) => {
      const refusal = { message: 'This video has no automatic transcript.', code: 'draft_not_found' };
      expect((await staff.delete(draft({ id })).expect(404)).body).toEqual(refusal);
      expect((await staff.post(draft({ id })).expect(404)).body).toEqual(refusal);
    });
  });
});
