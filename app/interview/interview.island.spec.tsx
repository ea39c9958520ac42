import 'fake-indexeddb/auto';
import { jest } from '@jest/globals';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { toastStore } from '../shared/ui/toast-store.js';
import { FakeCamera } from '../testing/fake-camera.js';
import { ANNA, answerTo, InterviewServer } from '../testing/interview-server.js';
import InterviewIsland from './interview.island.js';

let server: InterviewServer;
let camera: FakeCamera;
let skippedMs: number;
const now = performance.now.bind(performance);

beforeEach(() => {
  server = new InterviewServer();
  camera = new FakeCamera().install();
  globalThis.indexedDB = new IDBFactory();
  skippedMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs);
  visited.length = 0;
});
afterEach(() => {
  jest.restoreAllMocks();
  toastStore.clear();
  cleanup();
  closeTab();
  return server.close();
});

const open = async () => {
  await server.open('/');
  render(<InterviewIsland documentaryUrl={null} />);
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const calls = (call: string) => server.received.filter((received) => received.call === call);
/** From the opened interview to the recording that can be reviewed. */
const record = async () => {
  await press('Allow Camera Access');
  await screen.findByText('Ready when you are');
  await press('Record');
  await screen.findByText('Recording starts in 3 seconds');
  skippedMs += 3_000;
  await screen.findByRole('timer', {}, { timeout: 3_000 });
  await press('Stop');
  await screen.findByRole('heading', { name: 'Review your recording' });
};

describe('the interview', () => {
  it('records, reviews and saves an answer, then shows the next question', async () => {
    await open();
    expect(await screen.findByRole('heading', { name: 'Life before' })).toBeTruthy();
    await record();
    expect(screen.getByText('Not saved yet')).toBeTruthy();
    await press('Use this recording');
    await screen.findAllByText('Video saved').catch((e) => { console.log(JSON.stringify(server.received.map(({call})=>call)), document.body.textContent); throw e; });
    await screen.findByRole('heading', { name: 'Life today' }, { timeout: 3_000 });
    expect(calls('POST /api/videos/upload-cloud').map(({ body }) => body)).toMatchObject([
      { questionId: 1, uploadId: 'u1', mimeType: 'video/webm;codecs=vp9,opus' },
    ]);
  });
});
