import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { RECORDER_FIRST_BYTES_MS } from '../../../api/contract/common/screen-numbers.js';
import { DEFAULT_RETRY_DELAYS_MS } from '../../shared/http/with-retries.js';
import {
  allowCamera,
  calls,
  camera,
  drafts,
  hastenTimers,
  open,
  press,
  pressRecord,
  save,
  server,
  startRecorder,
  useInterview,
} from '../../testing/interview-screen.js';
import { answerTo } from '../../testing/interview-server.js';
import { FIRST_PIECE_WITHIN_MS } from './use-recording.js';

useInterview();

/** What the browser says of the types in which it records. */
const says = (isSupported: (type: string) => boolean) => {
  MediaRecorder.isTypeSupported = isSupported;
};
/** A recorder refuses to start with these types, whatever the browser says. */
const refuses = (isRefused: (type: string) => boolean) => {
  const { start } = MediaRecorder.prototype;
  jest.spyOn(MediaRecorder.prototype, 'start').mockImplementation(function refuse(this: MediaRecorder) {
    if (isRefused(this.mimeType)) throw new DOMException('', 'NotSupportedError');
    start.call(this);
  });
};

interface Way {
  name: string;
  /** As the phone is. */
  arrange: () => void;
  /** What happens to it while it records. */
  happens: () => Promise<void> | void;
  /** What is said then. */
  says: RegExp;
}

const WAYS: Way[] = [
  {
    name: 'records MP4 alone',
    arrange: () => says((type) => type.startsWith('video/mp4')),
    happens: () => press('Stop'),
    says: /^Not saved yet$/,
  },
  {
    name: 'says that it records a type, and refuses to',
    arrange: () => {
      says(() => true);
      refuses((type) => type.includes('codecs'));
    },
    happens: () => press('Stop'),
    says: /^Not saved yet$/,
  },
  {
    name: 'refuses every type that it says it records, and has one of its own',
    arrange: () => {
      says(() => true);
      refuses((type) => type !== '');
    },
    happens: () => press('Stop'),
    says: /^Not saved yet$/,
  },
  {
    name: 'knows no pause',
    arrange: () => void (camera.pausing = 'unknown'),
    happens: () => press('Pause'),
    says: /^Paused\. What you recorded is kept/,
  },
  {
    name: 'has its camera taken by a call',
    arrange: () => undefined,
    happens: () => act(() => camera.tracks[0]!.end()),
    says: /^Camera or microphone stopped\. What you recorded is kept/,
  },
  {
    name: 'is turned in the middle',
    arrange: () => undefined,
    happens: async () => {
      act(() => void dispatchEvent(new Event('resize')));
      await screen.findByText('Recording');
      await press('Stop');
    },
    says: /^Not saved yet$/,
  },
];

it.each(WAYS)('a phone that $name loses nothing, and can save it', async ({ arrange, happens, says: said }) => {
  arrange();
  await open();
  await allowCamera();
  await startRecorder();
  await happens();
  await screen.findByText(said);
  await waitFor(async () => expect(await drafts()).toMatchObject([{ isWhole: true }]));
  await save();
  await waitFor(async () => expect(await drafts()).toEqual([]));
});

it('a phone that hands over empty pieces alone is told of, and keeps nothing that it has not', async () => {
  await open();
  await allowCamera();
  await waitFor(() => expect(camera.recordedTypes).toHaveLength(1));
  camera.recordsNothing = true;
  await pressRecord();
  await screen.findAllByText('Error processing video');
  expect(await drafts()).toEqual([]);
});

it('a phone that calls a lost line an abort tries again, and saves', async () => {
  await open();
  await allowCamera();
  await startRecorder();
  await press('Stop');
  hastenTimers(DEFAULT_RETRY_DELAYS_MS[0]!);
  const { send } = XMLHttpRequest.prototype;
  let sent = 0;
  jest.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function lose(this: XMLHttpRequest, body) {
    sent += 1;
    if (sent > 1) return send.call(this, body);
    queueMicrotask(() => this.dispatchEvent(new ProgressEvent('abort')));
  });
  server.on('GET /api/uploads/u1', {
    body: { uploadId: 'u1', totalSize: 1, totalChunks: 1, receivedChunks: [], complete: false },
  });
  await save();
  expect(sent).toBe(2);
  expect(calls('POST /api/videos/upload-cloud')).toHaveLength(1);
  expect(server.answers).toMatchObject([{ id: answerTo(1).id }]);
});

it('a phone that hands over nothing leads to its own camera app by one press, from the very words that say so', async () => {
  const { matchMedia } = globalThis;
  globalThis.matchMedia = (media) => Object.assign(matchMedia(media), { matches: media.includes('coarse') });
  for (const ms of [RECORDER_FIRST_BYTES_MS, FIRST_PIECE_WITHIN_MS]) hastenTimers(ms);
  try {
    await open();
    await allowCamera();
    await waitFor(() => expect(camera.recordedTypes).toHaveLength(1));
    camera.withholds = true;
    await pressRecord();
    await screen.findByText(/^Nothing is recorded yet/);
    await press('Stop');
    const said = (await screen.findByText(/^Nothing was recorded: this browser handed nothing over/)).parentElement!;
    const picker = said.querySelector<HTMLInputElement>('input[capture]')!;
    expect(picker.accept).toBe('video/*');
    const opened = jest.spyOn(picker, 'click');
    await userEvent.click(within(said).getByRole('button', { name: 'Use the camera app of my phone' }));
    expect(opened).toHaveBeenCalledTimes(1);
    fireEvent.change(picker, { target: { files: [new File(['film'], 'mine.mp4', { type: 'video/mp4' })] } });
    await screen.findByRole('heading', { name: 'Review your recording' });
  } finally {
    globalThis.matchMedia = matchMedia;
  }
});
