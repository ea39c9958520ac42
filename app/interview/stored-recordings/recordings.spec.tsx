import 'fake-indexeddb/auto';
import { jest } from '@jest/globals';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import type { StoredRecording } from '../../../api/contract/interview/answers.js';
import {
  ADVANCE_DELAY_MS,
  LOCAL_DRAFTS_LOOK_MS,
  RECORD_NEW_RESPONSE_DELAY_MS,
  SAVING_HOLD_MS,
} from '../../../api/contract/common/screen-numbers.js';
import { CURRENT_USER_PATH } from '../../../api/contract/people/participants.js';
import { RECORDINGS_FULL } from '../../../api/contract/common/wordings.js';
import { SIGNED_OUT } from '../../shared/http/http-error.js';
import { toastStore } from '../../shared/ui/toast-store.js';
import { FakeCamera, RECORDED } from '../../testing/fake-camera.js';
import { hastenTimers, holdTimers } from '../../testing/interview-screen.js';
import { ANNA, answerTo, InterviewServer } from '../../testing/interview-server.js';
import InterviewIsland from '../interview.island.js';
import { LocalDraftStore } from '../local-drafts/local-draft-store.js';
import { noteWantedQuestion } from '../wanted-question.js';

let server: InterviewServer;
let skippedMs: number;
const wait = globalThis.setTimeout;

beforeEach(() => {
  server = new InterviewServer();
  new FakeCamera().install();
  globalThis.indexedDB = new IDBFactory();
  skippedMs = 0;
  visited.length = 0;
  // No time passes but what is skipped: no countdown ends by itself.
  const heldAt = Math.round(performance.now());
  jest.spyOn(performance, 'now').mockImplementation(() => heldAt + skippedMs);
});
afterEach(() => {
  jest.restoreAllMocks();
  globalThis.setTimeout = wait;
  toastStore.clear();
  cleanup();
  closeTab();
  return server.close();
});

const open = async () => {
  await server.open('/');
  render(<InterviewIsland documentaryUrl={null} />);
};
const press = async (name: string, within_ = screen as Pick<typeof screen, 'findByRole'>) =>
  userEvent.click(await within_.findByRole('button', { name }));
const calls = (call: string) => server.received.filter((received) => received.call === call);
const drafts = () => new LocalDraftStore().findAllOf(ANNA.id);
const record = async () => {
  await press('Allow Camera Access');
  await recordNow();
};
/** With a camera that is on. */
const recordNow = async () => {
  await screen.findByText('Ready when you are');
  await press('Record');
  await screen.findByText(/^Recording starts in/);
  skippedMs += 3_000;
  await screen.findByRole('timer');
  await waitFor(async () => expect(await drafts()).toMatchObject([{ pieces: 1 }]));
  await press('Stop');
  await screen.findByRole('heading', { name: 'Review your recording' });
};
const earlier = (id: string, createdAt: string): StoredRecording => {
  const { earlierRecordings: _, ...recording } = answerTo(1, { id, createdAt, isChosen: false, sha256: id });
  return recording;
};
const dialog = async () => within(await screen.findByRole('dialog'));
const rowOf = async (part: RegExp) => {
  const rows = (await dialog()).getAllByRole('listitem');
  return within(rows.find(({ textContent }) => part.test(textContent))!);
};
const buttonsOf = (row: Pick<typeof screen, 'queryAllByRole'>) =>
  row.queryAllByRole('button').map(({ textContent }) => textContent);
const isSubmitted = (is: boolean) =>
  server.on('GET /api/auth/user', { body: { ...ANNA, status: is ? 'submitted' : 'in_progress' } });

it('says by whose link the answer came, also where there is no other recording', async () => {
  server.answers = [answerTo(1, { addedByHelper: true, helperName: 'Bea' })];
  await open();
  await press('Previous');
  expect(await screen.findByText('Added by Bea’s link')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Earlier recording' })).toBeNull();
});

describe('earlier recordings', () => {
  const beside = earlier('r1', '2026-11-19T10:00:00.000Z');

  beforeEach(async () => {
    server.answers = [answerTo(1, { earlierRecordings: [beside] })];
    await open();
    await press('Previous');
  });

  it('say by whose link they came', async () => {
    server.answers = [answerTo(1, { earlierRecordings: [{ ...beside, addedByHelper: true, helperName: 'Bea' }] })];
    cleanup();
    await open();
    await press('Previous');
    await press('Earlier recording');
    const [, row] = (await dialog()).getAllByRole('listitem');
    expect(row!.textContent).toContain('Added by Bea’s link');
  });

  it('can be heard, and chosen as the answer', async () => {
    server.on('POST /api/videos/choose/r1', () => {
      const { earlierRecordings: _, ...was } = answerTo(1);
      server.answers = [{ ...beside, isChosen: true, earlierRecordings: [{ ...was, isChosen: false }] }];
      return { body: server.answers[0] };
    });
    await press('Earlier recording');
    expect((await dialog()).getByText(/^All of them are kept until you submit your story\./)).toBeTruthy();
    const row = await rowOf(/Nov 19/);
    expect(buttonsOf(await rowOf(/Your answer/))).toEqual([]);
    expect(buttonsOf(row)).toEqual(['Use as my answer', 'Remove']);
    expect(row.getByLabelText(/Nov 19/, { selector: 'video' }).getAttribute('src')).toBe('/api/videos/stream/answer-1');
    await press('Use as my answer', row);
    await waitFor(async () => expect((await rowOf(/Nov 19/)).getByText('Your answer')).toBeTruthy());
  });

  it('are removed only after a question', async () => {
    server.on('DELETE /api/videos/r1', () => {
      server.answers = [answerTo(1)];
      return { status: 204 };
    });
    await press('Earlier recording');
    await press('Remove', await rowOf(/Nov 19/));
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove this recording?' }));
    expect(calls('DELETE /api/videos/r1')).toEqual([]);
    await press('Remove', question);
    await waitFor(async () => expect((await dialog()).getAllByRole('listitem')).toHaveLength(1));
  });

  it('stay as they are when the server says no, which is told in its words', async () => {
    server.on('POST /api/videos/choose/r1', { status: 409, body: { code: 'submitted', message: 'It was submitted.' } });
    await press('Earlier recording');
    await press('Use as my answer', await rowOf(/Nov 19/));
    await screen.findAllByText('It was submitted.');
  });
});

it('says before Submit that earlier recordings go', async () => {
  server.answers = [answerTo(1, { earlierRecordings: [earlier('r1', '2026-11-19T10:00:00.000Z')] }), answerTo(2)];
  await open();
  await screen.findByText('One earlier recording is not part of your story. It is deleted when you submit.');
});

it('asks which one is the answer where another tab has saved one meanwhile', async () => {
  server.on('POST /api/videos/upload-cloud', ({ body }) => {
    expect(body).toMatchObject({ insteadOf: null });
    const mine = answerTo(1, { id: 'mine', isChosen: false, createdAt: '2026-11-22T10:00:00.000Z' });
    server.answers = [answerTo(1, { id: 'other', sha256: 'other', earlierRecordings: [mine] })];
    return { status: 201, body: mine };
  });
  server.on('POST /api/videos/choose/mine', () => {
    server.answers = [answerTo(1, { id: 'mine' })];
    return { body: server.answers[0] };
  });
  await open();
  await record();
  // The page waits for the answer to be saved, however long that takes here.
  holdTimers(SAVING_HOLD_MS);
  await press('Use this recording');
  const question = within(await screen.findByRole('dialog', { name: 'Which one is your answer?' }));
  globalThis.setTimeout = wait;
  hastenTimers(ADVANCE_DELAY_MS);
  expect(question.getByText(/^While you recorded, another answer/)).toBeTruthy();
  expect(question.getByRole('button', { name: 'Keep this answer' })).toBeTruthy();
  expect(question.queryByRole('button', { name: 'Remove' })).toBeNull();
  expect(await drafts()).toEqual([]);
  await press('Use as my answer', question);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls('POST /api/videos/choose/mine')).toHaveLength(1);
  await screen.findByRole('heading', { name: 'Life today' });
});

describe('a story that was submitted', () => {
  beforeEach(() => {
    server.on('POST /api/user/reopen', () => {
      isSubmitted(false);
      return { body: { status: 'in_progress' } };
    });
  });

  it('can be reopened, after a question that says who sees it', async () => {
    server.answers = [answerTo(1), answerTo(2)];
    isSubmitted(true);
    await open();
    await screen.findByRole('heading', { name: 'Thank You!' });
    await press('Reopen my story');
    const question = within(await screen.findByRole('alertdialog', { name: 'Reopen your story?' }));
    expect(question.getByText(/Our producers see that you have reopened it/)).toBeTruthy();
    expect(calls('POST /api/user/reopen')).toEqual([]);
    await press('Reopen my story', question);
    await screen.findByRole('heading', { name: 'Upload photos of your life' });
    await screen.findAllByText('Your story is open again');
  });

  it('gives up what was asked before it was reopened', async () => {
    server.answers = [answerTo(1), answerTo(2)];
    isSubmitted(true);
    await open();
    await press('Reopen my story');
    server.on('GET /api/auth/user', () => new Promise(() => {}));
    const asked = jest.spyOn(globalThis, 'fetch');
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    const call = await waitFor(() => {
      const found = asked.mock.calls.find(([path]) => path === CURRENT_USER_PATH);
      expect(found).toBeDefined();
      return found!;
    });
    await press('Reopen my story', within(await screen.findByRole('alertdialog')));
    await screen.findByRole('heading', { name: 'Upload photos of your life' });
    expect(call[1]?.signal?.aborted).toBe(true);
  });

  it('stays submitted when the server cannot be reached, which is said, and is opened at the next press', async () => {
    isSubmitted(true);
    server.on('POST /api/user/reopen', { status: 500 });
    await open();
    await press('Reopen my story');
    await press('Reopen my story', within(await screen.findByRole('alertdialog')));
    await screen.findAllByText('Your story is not reopened yet');
    expect(screen.getByRole('heading', { name: 'Thank You!', hidden: true })).toBeTruthy();
    server.on('POST /api/user/reopen', () => {
      isSubmitted(false);
      return { body: { status: 'in_progress' } };
    });
    await press('Reopen my story', within(screen.getByRole('alertdialog')));
    await screen.findAllByText('Your story is open again');
  });

  it('stays submitted where its person has been signed out, who is told what to do', async () => {
    isSubmitted(true);
    server.on('POST /api/user/reopen', { status: 401, body: { code: 'signed_out', message: 'Unauthorized' } });
    await open();
    await press('Reopen my story');
    await press('Reopen my story', within(await screen.findByRole('alertdialog')));
    await screen.findAllByText(SIGNED_OUT);
    expect(screen.queryByText('Your story is open again')).toBeNull();
  });

  it('elsewhere, a recording in progress is kept, and saved once the story is reopened', async () => {
    await open();
    await record();
    let refusals = 0;
    server.on('POST /api/videos/upload-cloud', () => {
      refusals++;
      return { status: 409, body: { code: 'submitted', message: 'Your story was submitted.' } };
    });
    await press('Use this recording');
    await screen.findByText(/^Not saved: your story was submitted on another page or device\./);
    expect(await drafts()).toHaveLength(1);
    expect(refusals).toBe(1);
    server.on('POST /api/videos/upload-cloud', () => {
      server.answers = [answerTo(1)];
      return { status: 201, body: answerTo(1) };
    });
    await press('Reopen my story');
    await press('Reopen my story', within(await screen.findByRole('alertdialog')));
    await screen.findAllByText('Video saved');
    expect(await drafts()).toEqual([]);
  });

  it('elsewhere, what this browser keeps is said beside the thanks, and not led to', async () => {
    await open();
    await record();
    cleanup();
    closeTab();
    isSubmitted(true);
    await open();
    await screen.findByText(/^This browser keeps a recording for question 1\. It is not part of what you submitted/);
    expect(screen.queryByRole('button', { name: 'Go to question 1' })).toBeNull();
  });
});

describe('a question that was asked for', () => {
  beforeEach(() => {
    server.answers = [];
  });

  it('is where the page opens', async () => {
    await server.open('/#question=2');
    render(<InterviewIsland documentaryUrl={null} />);
    await screen.findByRole('heading', { name: 'Life today' });
    expect(location.hash).toBe('');
  });

  it('before signing in is where it opens, once', async () => {
    await server.open('/');
    noteWantedQuestion(2);
    render(<InterviewIsland documentaryUrl={null} />);
    await screen.findByRole('heading', { name: 'Life today' });
    cleanup();
    render(<InterviewIsland documentaryUrl={null} />);
    await screen.findByRole('heading', { name: 'Life before' });
  });

  it('before signing in is forgotten after an hour', async () => {
    await server.open('/');
    const at = Date.now() - 61 * 60_000;
    localStorage.setItem('wanted-question', JSON.stringify({ questionId: 2, at }));
    render(<InterviewIsland documentaryUrl={null} />);
    await screen.findByRole('heading', { name: 'Life before' });
    expect(localStorage.getItem('wanted-question')).toBeNull();
  });

  it('while the page is open comes as soon as nothing is recorded', async () => {
    await open();
    await record();
    location.hash = '#question=2';
    await waitFor(() => expect(location.hash).toBe(''));
    expect(screen.getByRole('heading', { name: 'Life before' })).toBeTruthy();
    await press('Discard');
    await press('Discard', within(await screen.findByRole('alertdialog')));
    await screen.findByRole('heading', { name: 'Life today' });
  });

  it('that is none changes nothing', async () => {
    await server.open('/#question=99');
    render(<InterviewIsland documentaryUrl={null} />);
    await screen.findByRole('heading', { name: 'Life before' });
  });
});

describe('a story that is deleted meanwhile', () => {
  const notice = /Nothing that you record here now can be saved\.$/;
  let question: ReturnType<typeof within>;

  beforeEach(async () => {
    await open();
    await record();
    server.on('GET /api/auth/user', { status: 401, body: { code: 'story_deleted', message: 'Deleted.' } });
    await press('Use this recording');
    await screen.findByText(/^Not saved\. Your story and everything that you sent us was deleted\.$/);
    question = within(await screen.findByRole('alertdialog', { name: 'Your story was deleted' }));
  });

  it('takes what is kept here along only after a question, which says what can be done before', async () => {
    const description =
      /Recordings that were not saved yet are still in this browser.* To keep one, download it first\.$/;
    screen.getByRole('alertdialog', { description });
    expect(await drafts()).toHaveLength(1);
    await press('Delete them here, too', question);
    await waitFor(() => expect(visited).toEqual(['/']));
    expect(await drafts()).toEqual([]);
  });

  it('leaves a recording here to be downloaded', async () => {
    await press('Keep them for now', question);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByText(notice).role).toBe('alert');
    expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy();
    expect(await drafts()).toHaveLength(1);
    expect(visited).toEqual([]);
  });

  it('is left also where what is kept here cannot be removed', async () => {
    jest.spyOn(LocalDraftStore.prototype, 'remove').mockRejectedValue(new DOMException('', 'UnknownError'));
    await press('Delete them here, too', question);
    await waitFor(() => expect(visited).toEqual(['/']));
  });

  it('is left also where the storage says nothing to that', async () => {
    jest.spyOn(LocalDraftStore.prototype, 'remove').mockReturnValue(new Promise(() => undefined));
    hastenTimers(LOCAL_DRAFTS_LOOK_MS);
    await press('Delete them here, too', question);
    await waitFor(() => expect(visited).toEqual(['/']));
  });
});

it('saves a recording that was one too many once an earlier one was removed', async () => {
  server.answers = [answerTo(1, { sha256: 'another', earlierRecordings: [earlier('r1', '2026-11-19T10:00:00.000Z')] })];
  server.on('DELETE /api/videos/r1', () => {
    server.answers = [answerTo(1, { sha256: 'another' })];
    return { status: 204 };
  });
  const saveAnswer = 'POST /api/videos/upload-cloud';
  server.on(saveAnswer, { status: 409, body: { code: 'recordings_full', message: 'Full.' } });
  await open();
  await press('Previous');
  const endHaste = hastenTimers(RECORD_NEW_RESPONSE_DELAY_MS);
  await press('Record New Response');
  await press('Cancel');
  endHaste();
  await recordNow();
  await press('Use this recording');
  await screen.findAllByText(RECORDINGS_FULL);
  await press('Earlier recording');
  await press('Remove', await rowOf(/Nov 19/));
  await press('Remove', within(await screen.findByRole('alertdialog', { name: 'Remove this recording?' })));
  await waitFor(async () => expect((await dialog()).getAllByRole('listitem')).toHaveLength(1));
  await press('Close', await dialog());
  server.on(saveAnswer, { status: 201, body: answerTo(1) });
  await press('Use this recording');
  await screen.findAllByText('Video saved');
});

it('says in true words that a file is no recording', async () => {
  server.on('POST /api/videos/upload-cloud', { status: 415, body: { code: 'unsupported_media', message: 'No' } });
  await open();
  await screen.findByRole('button', { name: 'Allow Camera Access' });
  const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
  for (const kind of ['video/*', 'audio/*', '.mts', '.m4a']) expect(picker.accept.split(',')).toContain(kind);
  await userEvent.upload(picker, new File([RECORDED], 'setup.mp4', { type: 'video/mp4' }));
  await press('Use this recording');
  await screen.findAllByText(/^(Not saved: this is no recording that we can keep\.|This file is not a video)/);
});
