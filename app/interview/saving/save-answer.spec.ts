import { jest } from '@jest/globals';
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SaveAnswerRequest } from '../../../api/contract/interview/answers.js';
import { HttpError, NetworkFailure, SomeoneElseError } from '../../shared/http/http-error.js';
import { UploadError } from '../../shared/http/upload-error.js';
import { sampleRecording } from '../../testing/sample-recording.js';
import { sendByFetch } from '../../testing/upload-test-server.js';
import type { Recording } from '../recorder/recording.js';
import { answerTitle, DamagedUploadError, describeSaveFailure, saveAnswer } from './save-answer.js';

const question = {
  id: 3,
  sequence: 3,
  title: 'Life today',
  text: 'What is an ordinary day like?',
  starterPhrase: 'Now',
};
/** WebM of two pictures a fifth of a second apart, and sound of three seconds. */
const bytes = Buffer.concat([
  element('1a45dfa3', []),
  element('18538067', [
    element('1654ae6b', [track(1, 1), track(2, 2)]),
    ...[0, 1_000, 2_000, 3_000].map((time) =>
      element('1f43b675', [
        element('e7', [time >> 8, time & 255]),
        ...(time === 0 ? [block(1, 0), block(1, 200)] : []),
        ...(time === 3_000 ? [0] : [0, 200, 400, 600, 800]).map((after) => block(2, after)),
      ]),
    ),
  ]),
]);

const trueHash = createHash('sha256').update(bytes).digest('hex');
const recording = sampleRecording({
  blob: new Blob([bytes]),
  mimeType: 'video/webm;codecs=vp9,opus',
  durationSeconds: 65,
});

function element(id: string, contents: (Buffer | number)[]): Buffer {
  const body = Buffer.concat(contents.map((part) => (typeof part === 'number' ? Buffer.of(part) : part)));
  const size = Buffer.of(0x08, body.length >> 24, body.length >> 16, body.length >> 8, body.length);
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}

function track(number: number, type: number): Buffer {
  return element('ae', [element('d7', [number]), element('83', [type])]);
}

function block(number: number, time: number): Buffer {
  return element('a3', [0x80 | number, time >> 8, time & 255, 0x80]);
}

describe('saveAnswer', () => {
  let server: Server;
  let origin: string;
  let storedHash: string;
  /** Of what the answer turns out to be, where that is not what was uploaded. */
  let answeredHash: string | null;
  let userId: string;
  let calls: string[];
  let saved: SaveAnswerRequest[];
  let cutAnswers: number;
  /** How often the server has lost the upload by the time it is to become the answer. */
  let lostUploads: number;
  /** What was sent came while it was recorded. */
  let isOpen: boolean;
  let sessions: string[];

  beforeEach(async () => {
    storedHash = trueHash;
    answeredHash = null;
    userId = 'anna';
    calls = [];
    saved = [];
    cutAnswers = 0;
    lostUploads = 0;
    isOpen = false;
    sessions = [];
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        calls.push(request.url ?? '');
        if (request.url === '/save') saved.push(JSON.parse(body) as SaveAnswerRequest);
        const isSaved = request.url === '/save';
        const hash = isSaved ? (answeredHash ?? storedHash) : storedHash;
        const file = { fileSize: bytes.length, sha256: hash };
        const answer = {
          id: 'a1',
          questionId: 3,
          uploadId: 'u1',
          ...file,
          pieces: [file],
          earlierRecordings: [],
        };
        if (request.url === '/user') response.end(JSON.stringify({ id: userId }));
        else if (request.url === '/answers') response.end(JSON.stringify([answer]));
        else if (isSaved && cutAnswers-- > 0) response.destroy();
        else if (isSaved && lostUploads-- > 0) response.writeHead(410).end();
        else response.end(JSON.stringify({ ...answer, isOpen, totalSize: bytes.length, receivedChunks: [] }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const save = (changes: Partial<Recording> = {}) =>
    saveAnswer(
      { participantId: 'anna', question, insteadOf: null },
      { ...recording, ...changes },
      {
        onSession: (uploadId) => sessions.push(uploadId),
        onProgress: () => undefined,
        onTrouble: () => undefined,
        routes: {
          start: `${origin}/start`,
          chunk: `${origin}/chunk`,
          process: () => `${origin}/process`,
          status: () => `${origin}/status`,
          user: `${origin}/user`,
          answers: `${origin}/answers`,
          save: `${origin}/save`,
          drafts: `${origin}/drafts`,
        },
        send: async <T>(path: string, body: FormData | Blob) => {
          await fetch(path, { method: 'POST', body });
          return {} as T;
        },
        retryDelaysMs: [0],
      },
    );

  it('names the finished upload and what the recorder knows of the recording', async () => {
    expect(await save()).toMatchObject({ id: 'a1' });
    expect(saved).toEqual([
      {
        questionId: 3,
        title: 'Life today: What is an ordinary day like?',
        uploadId: 'u1',
        mimeType: 'video/webm;codecs=vp9,opus',
        duration: '01:05',
        recordedSeconds: 65,
        lagSeconds: 62,
        pictureSeconds: 0.2,
        asksProof: true,
        fileSize: bytes.length,
        insteadOf: null,
      },
    ]);
  });

  it('says how much the recorder handed over of what the clock says, as on a slow device', async () => {
    await save({ durationSeconds: 4, lagSeconds: 0.5 });
    expect(saved[0]).toMatchObject({ recordedSeconds: 4, lagSeconds: 1, pictureSeconds: 0.2 });
  });

  it('does not say how long a chosen file is', async () => {
    await save({ origin: 'chosen', durationSeconds: null });
    expect(saved[0]).not.toHaveProperty('duration');
  });

  it('names what it goes on from or what it stands in place of, not both', async () => {
    await save({ isAddition: true });
    expect(saved[0]).toMatchObject({ isAddition: true });
    expect(saved[0]).not.toHaveProperty('insteadOf');
  });

  it('asks again when the answer was lost on its way', async () => {
    cutAnswers = 1;
    expect(await save()).toMatchObject({ id: 'a1' });
    expect(saved).toHaveLength(2);
  });

  it('is sent once more from the start where the upload was lost before it became the answer', async () => {
    lostUploads = 1;
    expect(await save()).toMatchObject({ id: 'a1' });
    expect(saved).toHaveLength(2);
    expect(calls.filter((url) => url === '/start')).toHaveLength(2);
  });

  it('is not sent over and over where its upload is lost each time', async () => {
    lostUploads = 2;
    await expect(save()).rejects.toThrow(HttpError);
    expect(saved).toHaveLength(2);
  });

  it('sends nothing again when an earlier try turns out to be stored', async () => {
    const keepUpload = jest.fn();
    const draft = { ...recording.draft, keepUpload };
    expect(await save({ uploadId: 'u1', draft })).toMatchObject({ id: 'a1' });
    expect(calls).toEqual(['/user', '/answers']);
    // What has become an answer is not removed with the draft.
    expect(keepUpload).toHaveBeenCalledTimes(1);
  });

  it('knows at the next try what was sent while it was recorded, when the answer to it is lost for good', async () => {
    isOpen = true;
    cutAnswers = 2;
    const draft = { ...recording.draft, stopSending: () => Promise.resolve('u1') };
    await expect(save({ draft })).rejects.toThrow(NetworkFailure);
    expect(sessions).toEqual(['u1']);
    expect(calls).not.toContain('/start');
  });

  it('goes on with an earlier try when another recording is stored', async () => {
    storedHash = '0'.repeat(64);
    await expect(save({ uploadId: 'u1' })).rejects.toThrow(DamagedUploadError);
    expect(calls).toEqual(['/user', '/answers', '/status', '/status', '/chunk', '/process']);
  });

  it('sends while the hash is still being made', async () => {
    const isSent = Promise.withResolvers<void>();
    // Of a large recording, whose reading takes its time.
    const blob = new Blob([bytes]);
    blob.slice = (from, to) => {
      const part = Blob.prototype.slice.call(blob, from, to);
      part.arrayBuffer = () => isSent.promise.then(() => Blob.prototype.arrayBuffer.call(part));
      return part;
    };
    server.on('request', ({ url }) => {
      if (url === '/chunk') isSent.resolve();
    });
    expect(await save({ blob, origin: 'chosen', durationSeconds: null })).toMatchObject({ id: 'a1' });
  });

  it('never takes a damaged copy for the recording', async () => {
    storedHash = '0'.repeat(64);
    await expect(save()).rejects.toThrow(DamagedUploadError);
    expect(saved).toEqual([]);
  });

  it('is not saved while the answer is anything but what was uploaded', async () => {
    answeredHash = '0'.repeat(64);
    await expect(save()).rejects.toThrow(DamagedUploadError);
    expect(saved).toHaveLength(1);
  });

  it("never becomes someone else's answer", async () => {
    userId = 'bert';
    await expect(save()).rejects.toThrow(SomeoneElseError);
    expect(calls).toEqual(['/user']);
  });
});

/** After which this line is cut, again and again. */
const CUT_AFTER_BYTES = 200_000;

describe('an answer on a line that is cut before a whole chunk has arrived', () => {
  let server: Server;
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  it('arrives whole, in parts that come through', async () => {
    const whole = Buffer.from(Uint8Array.from({ length: 900_000 }, (_, index) => index % 251));
    const sha256 = createHash('sha256').update(whole).digest('hex');
    const file = { fileSize: whole.length, sha256 };
    const received: Buffer[] = [];
    const sessions: string[] = [];
    const sentTo: (string | undefined)[] = [];
    const removed: (string | undefined)[] = [];
    server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts);
        const [, kind, id] = (request.url ?? '').split('/');
        if (body.length > CUT_AFTER_BYTES) return response.destroy();
        if (kind === 'chunk') received.push(body);
        if (kind === 'process') sentTo.push(id);
        if (request.method === 'DELETE') removed.push(id);
        const answers: Record<string, object> = {
          user: { id: 'anna' },
          start: { uploadId: 'whole-chunks' },
          drafts: { uploadId: 'parts' },
          process: { uploadId: id, ...file },
          save: { id: 'a1', pieces: [file], ...file },
        };
        const sofar = { totalSize: Buffer.concat(received).length, totalChunks: received.length, receivedChunks: [] };
        return response.end(JSON.stringify(answers[kind ?? ''] ?? { isOpen: id === 'parts', ...sofar }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const chosen = { ...recording, origin: 'chosen', durationSeconds: null, blob: new Blob([whole]) } as const;
    await saveAnswer({ participantId: 'anna', question, insteadOf: null }, chosen, {
      onSession: (uploadId) => sessions.push(uploadId),
      onProgress: () => undefined,
      onTrouble: () => undefined,
      routes: {
        start: `${origin}/start`,
        chunk: `${origin}/chunk`,
        process: (uploadId) => `${origin}/process/${uploadId}`,
        status: (uploadId) => `${origin}/status/${uploadId}`,
        user: `${origin}/user`,
        answers: `${origin}/answers`,
        drafts: `${origin}/drafts`,
        save: `${origin}/save`,
      },
      send: (path, body, options) => {
        options?.onSent?.(1, whole.length);
        return sendByFetch(path, body, options);
      },
      retryDelaysMs: [0, 0],
    });
    expect(Buffer.concat(received).equals(whole)).toBe(true);
    expect(sessions).toEqual(['whole-chunks', 'parts']);
    expect(sentTo).toEqual(['parts']);
    // What came of it by large chunks is not kept for a day.
    expect(removed).toEqual(['whole-chunks']);
  });
});

const another = { id: 1, sequence: 1, starterPhrase: null, title: 'Life today' };

describe('answerTitle', () => {
  it('is the title and the first 30 characters of the text', () => {
    const text = 'What is an ordinary day like for you now?';
    expect(answerTitle({ ...another, text })).toBe('Life today: What is an ordinary day like f…');
  });
});

const refused = (status: number, code = 'other') =>
  new UploadError('Failed to process upload', new HttpError(status, '', JSON.stringify({ code, message: 'No' })));

const spent = refused(429, 'daily_quota');

const conflict = (code: string) => new HttpError(409, '', JSON.stringify({ code, message: 'No' }));

describe('a failed save', () => {
  it.each([
    ['no connection', new UploadError('Network error during upload', new NetworkFailure('network')), true, 'failed'],
    ['a lost answer', new NetworkFailure('network'), true, 'failed'],
    ['a server in trouble', refused(503), true, 'failed'],
    ['a session that ended', refused(401), true, 'signed-out'],
    ['someone else in this browser', new SomeoneElseError(), true, 'signed-out'],
    ['a refused recording', refused(415), false, 'failed'],
    ['a story that was submitted meanwhile', conflict('submitted'), true, 'submitted'],
    ['a yes that was taken back meanwhile', conflict('consent_missing'), true, 'not-agreed'],
    ['as many recordings as are kept', conflict('recordings_full'), true, 'full'],
    ['as many recordings as an answer can have', conflict('too_many_pieces'), true, 'pieces-full'],
    ['a full disk', refused(507), true, 'no-room'],
    ['as much as one may send in a day', spent, true, 'spent'],
    ['as much as an address may ask for', refused(429, 'too_many_requests'), true, 'failed'],
    ['a server that fails', refused(500), 'once', 'failed'],
    ['a damaged copy', new DamagedUploadError(), false, 'failed'],
  ])('%s', (_name, error, canResume, failure) => {
    expect(describeSaveFailure(error)).toMatchObject({ canResume, failure });
  });

  it('goes by itself where the line or the server is away for a moment, and not otherwise', () => {
    for (const error of [new NetworkFailure('network'), refused(503)]) {
      expect(describeSaveFailure(error).isTransient).toBe(true);
    }
    for (const error of [refused(500), refused(507), refused(401), spent, new DamagedUploadError()]) {
      expect(describeSaveFailure(error).isTransient).not.toBe(true);
    }
  });
});
