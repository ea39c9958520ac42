import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  allowCamera,
  calls,
  camera,
  closePage,
  drafts,
  hastenTimers,
  holdTimers,
  open,
  openAnswered,
  press,
  pressRecord,
  record,
  save,
  server,
  useInterview,
} from '../testing/interview-screen.js';
import { RECORD_NEW_RESPONSE_DELAY_MS } from '../../api/contract/common/screen-numbers.js';
import { ANSWER_TIMEOUT_MS } from './use-question-recorder.js';

useInterview();

const HEARD_EVERY_MS = 250;
const tick = globalThis.setInterval;
// What begins by a press begins at once, and by a voice soon: that is to be seen within the moment below.
beforeEach(() => {
  hastenTimers(RECORD_NEW_RESPONSE_DELAY_MS);
  const { setInterval } = globalThis;
  globalThis.setInterval = ((run: () => void, ms?: number) =>
    setInterval(run, ms === HEARD_EVERY_MS ? 5 : ms)) as typeof setInterval;
});
afterEach(() => {
  globalThis.setInterval = tick;
});

const ROOM = 'GET /api/uploads/room';
/** Longer than what begins takes to begin. */
const MOMENT_MS = 500;
const never = (seen: () => unknown) =>
  expect(waitFor(() => expect(seen()).toBeTruthy(), { timeout: MOMENT_MS })).rejects.toThrow('toBeTruthy');
const starts = () => screen.queryByText(/^Recording starts in/);

/** The server takes its time from now on. Returns what lets it say that there is room. */
function slowServer(): () => void {
  holdTimers(ANSWER_TIMEOUT_MS);
  const { promise: isDue, resolve } = Promise.withResolvers<void>();
  server.on(ROOM, async () => {
    await isDue;
    return { status: 204 };
  });
  return resolve;
}
const button = (name: string) => screen.findByRole('button', { name });
const busy = async (name: string) => waitFor(async () => expect((await button(name)).ariaBusy).toBe('true'));
const beHandsFree = async () => {
  await press('Settings');
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: /Hands-free/ }));
};

describe('while the server is asked whether there is room', () => {
  it('Record is asked about once, and Cancel is the last word', async () => {
    await open();
    await allowCamera();
    const answer = slowServer();
    await press('Record');
    await busy('Record');
    await press('Record');
    answer();
    await press('Cancel');
    await screen.findByText('Ready when you are');
    expect(calls(ROOM)).toHaveLength(2);
    await never(starts);
  });

  it.each(['Record New Response', 'Add to this answer'])('nothing begins at another question: %s', async (way) => {
    await openAnswered();
    const answer = slowServer();
    await press(way);
    await busy(way);
    await press('Next');
    await screen.findByRole('heading', { name: 'Life today' });
    expect((await button('Allow Camera Access')).ariaBusy).toBeNull();
    answer();
    await never(() => camera.isOn);
  });

  it('whoever speaks is asked for once', async () => {
    await open();
    await allowCamera();
    const answer = slowServer();
    await beHandsFree();
    await busy('Record');
    await never(() => calls(ROOM).length > 2);
    answer();
    await screen.findByText(/^Recording starts in/);
  });
});

describe('hands-free', () => {
  it('asks no more for room than is told, until somebody presses', async () => {
    await open();
    await allowCamera();
    server.on(ROOM, { status: 507 });
    await beHandsFree();
    await screen.findByText('No room for a new recording just now. Please come back later.');
    await never(() => calls(ROOM).length > 2);
    server.on(ROOM, { status: 204 });
    await press('Record');
    await screen.findByText(/^Recording starts in/);
  });

  it('does not begin where a kept recording is decided on first', async () => {
    await openAnswered();
    await press('Next');
    await record();
    closePage();
    server.answers = [];
    await open();
    await screen.findByText('We kept your recording for question 2.');
    await allowCamera();
    await pressRecord();
    await waitFor(async () => expect((await drafts()).find(({ questionId }) => questionId === 1)?.pieces).toBe(1));
    await press('Stop');
    await save();
    await screen.findByRole('heading', { name: 'We kept your recording' });
    await beHandsFree();
    await never(starts);
    expect(screen.queryByText(/^Hands-free: it starts/)).toBeNull();
  });
});
