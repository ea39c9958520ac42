import 'fake-indexeddb/auto';
import { jest } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import type { AnswerVideo, SaveAnswerRequest } from '../../api/contract/interview/answers.js';
import { INTERVIEW_FOLLOW_MS, RECORDING_TICK_MS } from '../../api/contract/common/screen-numbers.js';
import InterviewIsland from '../interview/interview.island.js';
import { type LocalDraft, LocalDraftStore } from '../interview/local-drafts/local-draft-store.js';
import { forgetUnwanted } from '../interview/sent-drafts/unwanted-uploads.js';
import { forgetSubmissions } from '../interview/submit/submission.js';
import { forgetHeldDraft } from '../interview/device/use-held-draft.js';
import { toastStore } from '../shared/ui/toast-store.js';
import { FakeCamera } from './fake-camera.js';
import { ANNA, answerTo, InterviewServer } from './interview-server.js';

export let server: InterviewServer;
export let camera: FakeCamera;
let skippedMs: number;
/** What looks each second how much time has passed, by its timer. */
const ticks = new Map<unknown, () => void>();
/** What follows what happens elsewhere, by its timer. */
const looks = new Map<unknown, () => void>();
let isFollowing: boolean;
const wait = globalThis.setTimeout;

/** Once in a spec file: every case has a server with two questions, a camera, and a browser that keeps nothing yet. */
export function useInterview(): void {
  beforeEach(() => {
    server = new InterviewServer();
    camera = new FakeCamera().install();
    globalThis.indexedDB = new IDBFactory();
    localStorage.clear();
    // What a browser without storage notes stays with the page.
    const people = ['anna', 'bea'];
    forgetSubmissions(people);
    forgetHeldDraft(people);
    forgetUnwanted(people);
    holdClock();
    noteTicks();
    visited.length = 0;
  });
  afterEach(() => {
    jest.restoreAllMocks();
    globalThis.setTimeout = wait;
    closePage();
    toastStore.clear();
    return server.close();
  });
}

/** No time passes but what is passed: how busy this machine is stands in no recording, and ends no countdown. */
function holdClock(): void {
  skippedMs = 0;
  // Whole: of a fraction, five seconds later is a little less than five seconds.
  const heldAt = Math.round(performance.now());
  jest.spyOn(performance, 'now').mockImplementation(() => heldAt + skippedMs);
}

function noteTicks(): void {
  const { setInterval, clearInterval } = globalThis;
  ticks.clear();
  looks.clear();
  isFollowing = true;
  jest.spyOn(globalThis, 'setInterval').mockImplementation((tick: () => void, ms?: number) => {
    const timer = setInterval(() => (ms !== INTERVIEW_FOLLOW_MS || isFollowing) && tick(), ms);
    if (ms === RECORDING_TICK_MS) ticks.set(timer, tick);
    if (ms === INTERVIEW_FOLLOW_MS) looks.set(timer, tick);
    return timer;
  });
  jest.spyOn(globalThis, 'clearInterval').mockImplementation((timer) => {
    ticks.delete(timer);
    looks.delete(timer);
    clearInterval(timer);
  });
}

export async function open(documentaryUrl: string | null = null): Promise<void> {
  await server.open('/');
  render(<InterviewIsland documentaryUrl={documentaryUrl} />);
}

export const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

export const calls = (call: string) => server.received.filter((received) => received.call === call);

export const SAVE = 'POST /api/videos/upload-cloud';

/** What the server was asked to save, one try after the other. */
export const saves = () => calls(SAVE).map(({ body }) => body as SaveAnswerRequest);

/** A line on which answers arrive when a case says so: each with what the server says to it. */
export function slowLine(changes: Partial<AnswerVideo> = {}): (status: number) => Promise<void> {
  const waiting: ((status: number) => void)[] = [];
  server.on(SAVE, async ({ body }) => {
    const status = await new Promise<number>((resolve) => waiting.push(resolve));
    if (status !== 201) return { status, body: { message: 'It is not whole.', code: 'recording_flawed' } };
    const answer = answerTo((body as SaveAnswerRequest).questionId, changes);
    server.answers = [...server.answers, answer];
    return { status, body: answer };
  });
  return async (status) => {
    await waitFor(() => expect(waiting).not.toEqual([]));
    waiting.shift()!(status);
  };
}

/** What this browser keeps of Anna's recordings. */
export const drafts = () => new LocalDraftStore().findAllOf(ANNA.id);

/** From the opened interview to a camera that is on. */
export async function allowCamera(): Promise<void> {
  await press('Allow Camera Access');
  await screen.findByText('Ready when you are');
}

/** Presses Record, and passes the countdown. */
export async function pressRecord(): Promise<void> {
  await press('Record');
  await screen.findByText(/^Recording starts in/);
  passTime(3_000);
}

/** Whatever looks each second looks now. */
export function passTime(ms: number): void {
  skippedMs += ms;
  act(() => ticks.forEach((tick) => tick()));
}

/** From a countdown to a recorder that runs, beside what is kept already. `begun`: what tells it from that. */
export async function passCountdown(begun: Partial<LocalDraft>): Promise<void> {
  passTime(3_000);
  await screen.findByRole('timer');
  await waitFor(async () => expect((await drafts()).at(-1)).toMatchObject({ ...begun, pieces: 1 }));
}

/** From a camera that is on to a recorder that runs. */
export async function startRecorder(): Promise<void> {
  await pressRecord();
  await screen.findByRole('timer');
  // The recorder starts after its sign is drawn.
  await waitFor(async () => expect(await drafts()).toMatchObject([{ pieces: 1 }]));
}

/** From the opened interview to the recording that can be reviewed. */
export async function record(): Promise<void> {
  await allowCamera();
  await startRecorder();
  await press('Stop');
  await screen.findByRole('heading', { name: 'Review your recording' });
}

/** As `record`, where `drafts` finds nothing: this browser keeps nothing (no `indexedDB`), or keeps it for somebody else. */
export async function recordUnseen(): Promise<void> {
  await allowCamera();
  await pressRecord();
  await screen.findByRole('timer');
  await press('Stop');
  await screen.findByRole('heading', { name: 'Review your recording' });
}

export async function save(): Promise<void> {
  await press('Use this recording');
  await screen.findAllByText('Video saved');
}

/** Opens the interview at a question that is answered. */
export async function openAnswered(): Promise<void> {
  server.answers = [answerTo(1)];
  await open();
  await press('Previous');
}

/** The page is looked at again, after another tab or another device. */
export const comeBack = () => act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

/** The page is gone, as when the browser was closed; with it its locks and calls, unless it is another tab that lives on. */
export function closePage(): void {
  cleanup();
  closeTab();
  leaveAddress();
}

/** As `closePage`, while something is on its way: what had reached the server's socket has been read by then. */
export async function closePageUnderWay(): Promise<void> {
  cleanup();
  closeTab();
  await fetch('/api/questions');
  leaveAddress();
}

/** What is to come after this long, and is begun from now on, does not come in this case: how busy this machine is decides nothing. */
export function holdTimers(heldMs: number): void {
  const { setTimeout } = globalThis;
  // No spy: Testing Library takes one for a clock that it has to move.
  globalThis.setTimeout = ((run: () => void, ms: number) =>
    setTimeout(ms === heldMs ? () => undefined : run, ms)) as typeof setTimeout;
}

/** What is to come after this long, and is begun from now on, comes at once. Returns what ends that. */
export function hastenTimers(hastenedMs: number): () => void {
  const { setTimeout } = globalThis;
  globalThis.setTimeout = ((run: () => void, ms: number) =>
    setTimeout(run, ms === hastenedMs ? 0 : ms)) as typeof setTimeout;
  return () => void (globalThis.setTimeout = setTimeout);
}

/** Whatever follows what happens elsewhere looks now. */
export const followAgain = () => act(() => looks.forEach((look) => look()));

/** What the page follows at the server is read from now on where something tells it to, and not with the next look. */
export function stopLooks(): void {
  isFollowing = false;
}

/** The recorders that are started from now on. */
export function noteRecorders(): MediaRecorder[] {
  const started: MediaRecorder[] = [];
  const { start } = MediaRecorder.prototype;
  jest.spyOn(MediaRecorder.prototype, 'start').mockImplementation(function note(this: MediaRecorder) {
    started.push(this);
    start.call(this);
  });
  return started;
}
