import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { WRITTEN_ANSWER_MAX_LENGTH } from '../../../api/contract/common/limits.js';
import {
  LOCAL_DRAFT_MAX_AGE_MS,
  WORDS_RETRY_MS,
  WORDS_SAVE_AFTER_MS,
} from '../../../api/contract/common/screen-numbers.js';
import type { SaveWrittenAnswerRequest, WrittenAnswer } from '../../../api/contract/interview/written-answers.js';
import { WORDS_CHANGED } from '../../../api/contract/common/wordings.js';
import { SIGNED_OUT } from '../../shared/http/http-error.js';
import { ANNA, answerTo, CONSENT_GIVEN } from '../../testing/interview-server.js';
import { asksBeforeLeaving } from '../../testing/leaving.js';
import { calls, closePage, comeBack, open, press, server, useInterview } from '../../testing/interview-screen.js';
import { waitingSubmissions } from '../submit/submission.js';
import { readWords } from './kept-words.js';
import { WordsInProgress } from './words-in-progress.js';

useInterview();

const wait = globalThis.setTimeout;
afterEach(() => {
  globalThis.setTimeout = wait;
});

/** What is typed is sent when a case says so, however long the typing takes. */
function holdSending(): () => void {
  const { setTimeout } = globalThis;
  let send: () => void;
  globalThis.setTimeout = ((run: () => void, ms: number) => {
    if (ms !== WORDS_SAVE_AFTER_MS) return setTimeout(run, ms);
    send = run;
    return undefined;
  }) as typeof setTimeout;
  return () => {
    globalThis.setTimeout = setTimeout;
    act(() => send());
  };
}
/** The moment after which it is sent is over as soon as it is typed. */
async function sendAfter(typing: () => Promise<unknown>): Promise<void> {
  const send = holdSending();
  await typing();
  send();
}

const PUT = 'PUT /api/written-answers/1';
const words = (text: string, revision = 1, questionId = 1): WrittenAnswer => ({
  id: `words-${questionId}`,
  questionId,
  text,
  revision,
  changedAt: '2026-11-20T10:00:00.000Z',
});
const signedOut = { status: 401, body: { code: 'signed_out', message: 'Unauthorized' } };
const REFUSED = (code: string, status = 409) => ({ status, body: { code, message: `Refused: ${code}.` } });

/** A server that keeps words as the real one does, once it is its turn. */
function keepWords(isDue?: Promise<void>): void {
  server.on(PUT, async ({ body }) => {
    await isDue;
    const { text, revision } = body as SaveWrittenAnswerRequest;
    const kept = server.written.find(({ questionId }) => questionId === 1);
    if ((kept?.revision ?? 0) !== revision) return REFUSED('words_changed');
    const saved = words(text.trim(), revision + 1);
    server.written = [saved];
    return { body: saved };
  });
}

const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your answer in words' });
async function begin(text: string): Promise<void> {
  await press('Write it instead');
  await userEvent.type(await box(), text);
}
const write = (text: string) => sendAfter(() => begin(text));
const goOn = (text: string) => sendAfter(async () => userEvent.type(await box(), text));
const reopenPage = async () => {
  closePage();
  await open();
};
const submitInVain = async () => {
  await press('Submit');
  await screen.findByText('Not submitted yet');
  expect(calls('PATCH /api/user/status')).toEqual([]);
};
const isNextOpen = () => screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled') !== 'true';

describe('an answer in words', () => {
  it('is kept as it is typed, and counts as an answer once it is saved', async () => {
    keepWords();
    await open();
    await screen.findByText('Question 1 of 2');
    expect(isNextOpen()).toBe(false);
    const send = holdSending();
    await begin('Before, I sang. ');
    await screen.findByText('Kept on this device, not sent yet');
    send();
    await screen.findByText('Saved');
    expect((await box()).value).toBe('Before, I sang. ');
    expect(localStorage).toHaveLength(0);
    await press('Done');
    expect(isNextOpen()).toBe(true);
    await press('Next');
    await screen.findByText('Question 2 of 2');
    await press('Previous');
    await press('Your written answer');
    expect((await box()).value).toBe('Before, I sang. ');
  });

  it('is reached and left by keyboard alone, and sent at once when it is left', async () => {
    keepWords();
    await open();
    const way = await screen.findByRole('button', { name: 'Write it instead' });
    way.focus();
    await userEvent.keyboard('{Enter}');
    const text = await box();
    while (document.activeElement !== text) await userEvent.tab();
    await userEvent.keyboard('I sang');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(server.written).toMatchObject([{ text: 'I sang' }]));
    await screen.findByRole('button', { name: 'Your written answer' });
    expect(document.activeElement?.textContent).toBe('Your written answer');
  });

  it('outlives a page that is gone before it was sent, and is sent by itself', async () => {
    server.on(PUT, 'cut');
    await open();
    await write('Before');
    await press('Done');
    await screen.findByText('Kept on this device, not sent yet. It is tried again by itself.');
    expect(isNextOpen()).toBe(false);
    await press('Next');
    await screen.findAllByText('They are sent as soon as there is a connection. You can go on then.');
    expect(screen.queryByText('Question not answered')).toBeNull();
    expect(screen.getByText(/some written words are not sent yet/)).toBeTruthy();
    keepWords();
    await reopenPage();
    await waitFor(() => expect(server.written).toMatchObject([{ text: 'Before' }]));
    await waitFor(() => expect(isNextOpen()).toBe(true));
  });

  it('leaves what another tab has typed while it was under way', async () => {
    const { promise: isDue, resolve: save } = Promise.withResolvers<void>();
    const elsewhere = JSON.stringify({ text: 'Before all this', revision: 0, sent: [] });
    keepWords(isDue);
    await open();
    await write('Before');
    await waitFor(() => expect(calls(PUT)).toHaveLength(1));
    localStorage.setItem('written-answer:anna:1', elsewhere);
    save();
    await screen.findByText('Saved');
    expect(localStorage.getItem('written-answer:anna:1')).toBe(elsewhere);
  });

  it('leaves what another tab has typed before it was sent', async () => {
    const elsewhere = JSON.stringify({ text: 'Before all this', revision: 0, sent: [] });
    keepWords();
    await open();
    const send = holdSending();
    await begin('Before');
    localStorage.setItem('written-answer:anna:1', elsewhere);
    send();
    await screen.findByText('Saved');
    expect(localStorage.getItem('written-answer:anna:1')).toBe(elsewhere);
  });

  it.each([
    ['is heard of', 'storage'],
    ['is seen at the next try', 'online'],
  ])('is said to be on this page alone once another tab keeps other words in its place, which %s', async (_, event) => {
    server.on(PUT, 'cut');
    await open();
    await write('Before');
    await screen.findByText('Kept on this device, not sent yet. It is tried again by itself.');
    expect(asksBeforeLeaving()).toBe(false);
    localStorage.setItem('written-answer:anna:1', JSON.stringify({ text: 'Otherwise', revision: 0, sent: [] }));
    act(() => void dispatchEvent(new Event(event)));
    await screen.findByText(/^Not sent yet\. It is tried again by itself\. Please keep this page open/);
    expect(asksBeforeLeaving()).toBe(true);
  });

  it('is saved once another tab has sent it, also where nobody was signed in any more', async () => {
    server.on(PUT, signedOut);
    await open();
    await write('Before');
    await screen.findByText(`Kept on this device, not sent yet. ${SIGNED_OUT}`);
    keepWords();
    server.written = [words('Before')];
    localStorage.clear();
    act(() => void dispatchEvent(new Event('storage')));
    await screen.findByText('Saved');
    expect(asksBeforeLeaving()).toBe(false);
    expect(server.written).toMatchObject([{ text: 'Before' }]);
  });

  it('that was typed before its person had proven their e-mail is found, sent and forgotten', async () => {
    server.on('GET /api/auth/user', { body: { ...ANNA, keptUnder: ['anna', 'apart'] } });
    localStorage.setItem('written-answer:apart:1', JSON.stringify({ text: 'Before', revision: 0, sent: [] }));
    keepWords();
    await open();
    await waitFor(() => expect(server.written).toMatchObject([{ questionId: 1, text: 'Before' }]));
    await waitFor(() => expect(localStorage).toHaveLength(0));
  });

  it('that is gone on with since its person had proven their e-mail leaves nothing behind', async () => {
    server.on('GET /api/auth/user', { body: { ...ANNA, keptUnder: ['anna', 'apart'] } });
    localStorage.setItem('written-answer:apart:1', JSON.stringify({ text: 'Before', revision: 0, sent: [] }));
    const { promise: isDue, resolve: save } = Promise.withResolvers<void>();
    keepWords(isDue);
    await open();
    await waitFor(() => expect(calls(PUT)).toHaveLength(1));
    await press('Your written answer');
    await goOn(', I sang');
    save();
    await waitFor(() => expect(server.written).toMatchObject([{ text: 'Before, I sang' }]));
    await screen.findByText('Saved');
    expect(localStorage).toHaveLength(0);
  });

  it('is sent with what was typed while it was under way', async () => {
    const { promise: isDue, resolve: save } = Promise.withResolvers<void>();
    keepWords(isDue);
    await open();
    await write('Before');
    await waitFor(() => expect(calls(PUT)).toHaveLength(1));
    await goOn(' all this');
    save();
    await waitFor(() => expect(server.written).toMatchObject([{ text: 'Before all this' }]));
    await screen.findByText('Saved');
    expect((await box()).value).toBe('Before all this');
  });

  it('is sent again and again by itself until it arrives', async () => {
    globalThis.setTimeout = ((run: () => void, ms: number) =>
      wait(run, ms === WORDS_RETRY_MS ? 20 : ms)) as typeof setTimeout;
    server.on(PUT, 'cut');
    await open();
    await write('Before');
    await waitFor(() => expect(calls(PUT).length).toBeGreaterThan(2));
    keepWords();
    await screen.findByText('Saved');
    expect(server.written).toMatchObject([{ text: 'Before' }]);
  });

  it('goes on where the response to an earlier sending was lost', async () => {
    server.on(PUT, ({ body }) => {
      server.written = [words((body as SaveWrittenAnswerRequest).text)];
      return 'cut';
    });
    await open();
    await write('Before');
    await press('Done');
    await screen.findByText('Kept on this device, not sent yet. It is tried again by itself.');
    keepWords();
    await press('Your written answer');
    await goOn(' all this');
    await screen.findByText('Saved');
    expect(server.written).toEqual([words('Before all this', 2)]);
  });

  it('goes on also where a later sending has not even left', async () => {
    server.on(PUT, ({ body }) => {
      server.written = [words((body as SaveWrittenAnswerRequest).text)];
      server.on('GET /api/auth/user', 'cut');
      return 'cut';
    });
    await open();
    await write('Before');
    await screen.findByText('Kept on this device, not sent yet. It is tried again by itself.');
    const asked = calls('GET /api/auth/user').length;
    await goOn(' all this');
    await waitFor(() => expect(calls('GET /api/auth/user').length).toBeGreaterThan(asked));
    await screen.findByText('Kept on this device, not sent yet. It is tried again by itself.');
    keepWords();
    server.on('GET /api/auth/user', { body: ANNA });
    act(() => void dispatchEvent(new Event('online')));
    await screen.findByText('Saved');
    expect(server.written).toEqual([words('Before all this', 2)]);
  });

  it('may be as long as what is saved of it already', async () => {
    const text = 'x'.repeat(WRITTEN_ANSWER_MAX_LENGTH + 2);
    keepWords();
    server.written = [words(text)];
    await open();
    await press('Previous');
    await press('Your written answer');
    await goOn('{Backspace}');
    await waitFor(() => expect(server.written[0]?.text).toHaveLength(text.length - 1));
    await screen.findByText('Saved');
  });

  it('that was saved otherwise meanwhile asks which to keep, and overwrites nothing unseen', async () => {
    keepWords();
    await open();
    await screen.findByText('Question 1 of 2');
    server.written = [words('Theirs <b>', 3)];
    await write('Mine');
    await screen.findByText(/^Other words were saved/);
    expect(screen.getByText('Theirs <b>')).toBeTruthy();
    await userEvent.type(await box(), '!');
    expect(screen.getByText('Theirs <b>')).toBeTruthy();
    expect(server.written).toMatchObject([{ text: 'Theirs <b>' }]);
    await press('Keep both');
    await screen.findByText('Saved');
    expect(server.written).toEqual([words('Theirs <b>\n\nMine!', 4)]);
  });

  it('that was gone on with elsewhere since it was saved here is gone on with from there', async () => {
    keepWords();
    await open();
    await write('Before');
    await screen.findByText('Saved');
    await press('Done');
    server.written = [words('Before, I sang.', 2)];
    comeBack();
    await press('Your written answer');
    await waitFor(async () => expect((await box()).value).toBe('Before, I sang.'));
    await goOn('!');
    await waitFor(() => expect(server.written).toEqual([words('Before, I sang.!', 3)]));
    expect(screen.queryByText(/^Other words were saved/)).toBeNull();
  });

  it.each([
    ['fit together', WRITTEN_ANSWER_MAX_LENGTH - 'Mine'.length - 2, true],
    ['are too long together', WRITTEN_ANSWER_MAX_LENGTH - 'Mine'.length - 1, false],
    ['were taken back there', 0, false],
  ])('may be kept beside what is saved only where both are there and fit: they %s', async (_, length, isOffered) => {
    keepWords();
    await open();
    await screen.findByText('Question 1 of 2');
    server.written = [words('x'.repeat(length), 3)];
    await write('Mine');
    await screen.findByRole('button', { name: 'Take what is saved' });
    expect(screen.queryByRole('button', { name: 'Keep both' }) !== null).toBe(isOffered);
  });

  it.each([
    ['Keep what I wrote here', 'Mine'],
    ['Take what is saved', 'Theirs'],
  ])('is chosen by "%s"', async (choice, kept) => {
    keepWords();
    await open();
    await screen.findByText('Question 1 of 2');
    server.written = [words('Theirs')];
    await write('Mine');
    await press(choice);
    await screen.findByText('Saved');
    expect((await box()).value).toBe(kept);
    expect(server.written).toMatchObject([{ text: kept }]);
  });

  it('is sent again also where what was saved otherwise could not be read', async () => {
    server.on(PUT, REFUSED('words_changed'));
    await open();
    await screen.findByText('Question 1 of 2');
    server.on('GET /api/written-answers', 'cut');
    await write('Mine');
    await screen.findByText('Kept on this device, not sent yet. It is tried again by itself.');
    server.on('GET /api/written-answers', { body: [] });
    keepWords();
    act(() => void dispatchEvent(new Event('online')));
    await screen.findByText('Saved');
    expect(server.written).toMatchObject([{ text: 'Mine' }]);
  });

  it('is taken back by clearing it', async () => {
    server.written = [words('Before')];
    server.answers = [answerTo(2)];
    keepWords();
    await open();
    await press('Previous');
    await press('Previous');
    expect(isNextOpen()).toBe(true);
    await press('Your written answer');
    await sendAfter(async () => userEvent.clear(await box()));
    await screen.findByText('Saved. Nothing is written here any more.');
    await press('Done');
    expect(isNextOpen()).toBe(false);
  });

  it('says when the story was submitted meanwhile, and keeps the words', async () => {
    server.on(PUT, REFUSED('submitted'));
    await open();
    await write('Late');
    await screen.findByText('Kept on this device, not sent. Refused: submitted.');
    expect(screen.getByRole('button', { name: 'Reopen my story' })).toBeTruthy();
    expect(localStorage).toHaveLength(1);
  });

  it('is never sent as the words of someone else who signed in in another tab', async () => {
    await open();
    await press('Write it instead');
    server.on('GET /api/auth/user', { body: { id: 'bert' } });
    await goOn('Mine');
    await screen.findByText(`Kept on this device, not sent yet. ${SIGNED_OUT}`);
    expect(calls(PUT)).toEqual([]);
  });

  it('whose session has ended leads to signing in beside this page, and is sent by a press afterwards', async () => {
    server.on(PUT, { status: 401, body: { code: 'signed_out', message: 'Unauthorized' } });
    await open();
    await write('Mine');
    const way = await screen.findByRole('link', { name: 'Sign in again' });
    expect([way.getAttribute('href'), way.getAttribute('target')]).toEqual(['/#resume', '_blank']);
    keepWords();
    await press('Try Again');
    await screen.findByText('Saved');
    expect(server.written).toMatchObject([{ text: 'Mine' }]);
  });

  it('that is too long is kept whole, said so, and sent once it is short enough', async () => {
    keepWords();
    await open();
    await press('Write it instead');
    const field = await screen.findByLabelText('Your answer in words');
    const pasted = 'a'.repeat(WRITTEN_ANSWER_MAX_LENGTH + 3);
    await userEvent.click(field);
    await sendAfter(() => userEvent.paste(pasted));
    await screen.findByText(
      /^Kept on this device, not sent yet\. This is longer than we can keep: 3 characters too many\./,
    );
    expect(field).toHaveProperty('value', pasted);
    expect(calls(PUT)).toEqual([]);
    await sendAfter(() => userEvent.keyboard('{Backspace}{Backspace}{Backspace}'));
    await screen.findByText('Saved');
    expect(server.written[0]?.text).toHaveLength(WRITTEN_ANSWER_MAX_LENGTH);
  });

  it('that was refused is sent again by a press', async () => {
    server.on(PUT, REFUSED('consent_missing'));
    await open();
    await write('Mine');
    await screen.findByText('Kept on this device, not sent yet. Refused: consent_missing.');
    keepWords();
    await press('Try Again');
    await screen.findByText('Saved');
    expect(server.written).toMatchObject([{ text: 'Mine' }]);
  });

  it('is sent before the story is submitted, which else is not', async () => {
    server.answers = [answerTo(2)];
    server.written = [words('Before')];
    server.on(PUT, 'cut').on('GET /api/photos', { body: [{ id: 'one' }] });
    localStorage.setItem('written-answer:anna:1', JSON.stringify({ text: 'Before all this', revision: 1, sent: null }));
    await open();
    await press('Submit');
    await screen.findByText(/^Some of your written words are not sent yet/);
    expect(calls('PATCH /api/user/status')).toEqual([]);
    keepWords();
    server.on('PATCH /api/user/status', { body: { status: 'submitted' } });
    await press('Submit');
    await waitFor(() => expect(calls('PATCH /api/user/status')).toHaveLength(1));
    expect(server.written).toMatchObject([{ text: 'Before all this' }]);
  });

  describe('that this browser keeps as Submit is pressed', () => {
    beforeEach(() => {
      server.answers = [answerTo(1), answerTo(2)];
      server.written = [words('Before')];
      server.on('GET /api/photos', { body: [{ id: 'one' }] });
      localStorage.setItem('written-answer:anna:1', JSON.stringify({ text: 'Mine', revision: 0, sent: null }));
    });

    it('leads to its question where other words were saved, and says that one is to be kept', async () => {
      keepWords();
      await open();
      await submitInVain();
      await screen.findByText(/Open your written answer, and say which words to keep\.$/);
      await screen.findByText('Question 1 of 2');
      await press('Your written answer');
      await screen.findByRole('button', { name: 'Keep both' });
    });

    it('leads to its question where it is refused, shows it also to whoever gives no words, and lets it be cleared', async () => {
      const refused = { ...CONSENT_GIVEN, recording: 'refused' as const, words: false };
      server.on('GET /api/consent', { body: refused }).on(PUT, REFUSED('consent_missing'));
      await open();
      await press('Read the questions first');
      await submitInVain();
      await screen.findByText(/^Refused: consent_missing\. What you wrote is still here/);
      await screen.findByText('Question 1 of 2');
      await press('Your written answer');
      keepWords();
      server.written = [];
      await sendAfter(async () => userEvent.clear(await box()));
      await waitFor(() => expect(localStorage.getItem('written-answer:anna:1')).toBeNull());
      await press('Done');
    });

    it('says that the session has ended, and where to sign in', async () => {
      server.on(PUT, { status: 401, body: { code: 'signed_out', message: 'Unauthorized' } });
      await open();
      await press('Submit');
      const notice = within(await screen.findByRole('alert'));
      notice.getByText(/Keep this page open, sign in again in another tab/);
      notice.getByRole('link', { name: 'Resume your interview' });
      expect(screen.queryByText(/check your connection/)).toBeNull();
      expect(calls('PATCH /api/user/status')).toEqual([]);
    });

    it('leaves a Submit of an earlier page waiting while the session has ended', async () => {
      const pressed = { openSince: ANNA.openSince, earlierRecordings: ['r1'] };
      waitingSubmissions.note('anna', pressed);
      server.on(PUT, { status: 401, body: { code: 'signed_out', message: 'Unauthorized' } });
      await open();
      await screen.findByText(/Keep this page open, sign in again in another tab/);
      await screen.findByRole('button', { name: 'Submit' });
      expect(waitingSubmissions.find('anna')).toEqual(pressed);
    });
  });

  it('that came too late is sent once the story is open again', async () => {
    let isOpen = false;
    server.on('GET /api/auth/user', () => ({ body: { ...ANNA, status: isOpen ? 'in_progress' : 'submitted' } }));
    server.on('POST /api/user/reopen', () => {
      isOpen = true;
      return { body: { status: 'in_progress', openSince: ANNA.openSince } };
    });
    server.on(PUT, REFUSED('submitted'));
    localStorage.setItem('written-answer:anna:1', JSON.stringify({ text: 'Late', revision: 0, sent: null }));
    await open();
    await screen.findByText(/^What you wrote to question 1 is not sent/);
    keepWords();
    await press('Reopen my story');
    const question = within(await screen.findByRole('alertdialog', { name: 'Reopen your story?' }));
    await userEvent.click(question.getByRole('button', { name: 'Reopen my story' }));
    await waitFor(() => expect(server.written).toMatchObject([{ questionId: 1, text: 'Late' }]));
  });

  it('that is no part of the submitted story is named beside the thanks', async () => {
    server.on(PUT, REFUSED('submitted')).on('GET /api/auth/user', { body: { ...ANNA, status: 'submitted' } });
    localStorage.setItem('written-answer:anna:2', JSON.stringify({ text: 'Late', revision: 0, sent: null }));
    server.on('PUT /api/written-answers/2', REFUSED('submitted'));
    await open();
    await screen.findByRole('heading', { name: 'Thank You!' });
    const said = await screen.findByText(
      /^What you wrote to question 2 is not sent, and not part of what you submitted\..*It is kept on this device\.$/,
    );
    expect(said.closest('[aria-live=polite]')).not.toBeNull();
  });
});

const DAY_MS = 24 * 60 * 60 * 1000;
const keepOf = (key: string, more: object) =>
  localStorage.setItem(`written-answer:${key}`, JSON.stringify({ text: 'Mine', revision: 0, sent: null, ...more }));
const msSinceSeen = (key: string) => {
  const { seenAt } = JSON.parse(localStorage.getItem(`written-answer:${key}`)!) as { seenAt: number };
  return Date.now() - seenAt;
};

describe('words that are kept of people who shared this browser', () => {
  it('go as recordings do once nobody has come back to them for long, and those of whoever is here stay', async () => {
    server.on(PUT, REFUSED('submitted'));
    keepOf('bea:1', { seenAt: Date.now() - LOCAL_DRAFT_MAX_AGE_MS - DAY_MS });
    keepOf('cleo:1', { seenAt: Date.now() - LOCAL_DRAFT_MAX_AGE_MS + DAY_MS });
    keepOf('anna:1', { seenAt: Date.now() - LOCAL_DRAFT_MAX_AGE_MS - DAY_MS });
    await open();
    await screen.findByText(/^Kept on this device, not sent\./);
    expect(localStorage.getItem('written-answer:bea:1')).toBeNull();
    expect(msSinceSeen('cleo:1')).toBeGreaterThan(LOCAL_DRAFT_MAX_AGE_MS - 2 * DAY_MS);
    expect(msSinceSeen('anna:1')).toBeLessThan(DAY_MS);
  });

  it('of an earlier page count from the first look at them, and are as they were', async () => {
    keepOf('bea:1', { sent: ['Mi'] });
    await open();
    await waitFor(() => expect(msSinceSeen('bea:1')).toBeLessThan(DAY_MS));
    expect(readWords(['bea'], 1)).toEqual({ text: 'Mine', revision: 0, sent: ['Mi'] });
    closePage();
    keepOf('bea:1', { sent: ['Mi'], seenAt: Date.now() - 2 * DAY_MS });
    await open();
    await screen.findByRole('heading', { name: 'Life before' });
    expect(msSinceSeen('bea:1')).toBeGreaterThan(DAY_MS);
  });

  it('count from when they were typed', async () => {
    server.on(PUT, 'cut');
    await open();
    await press('Write it instead');
    await userEvent.type(await screen.findByRole('textbox'), 'I');
    expect(msSinceSeen('anna:1')).toBeLessThan(DAY_MS);
  });
});

describe('an answer in words that this browser cannot keep', () => {
  const stays = 'Please keep this page open: this browser does not keep these words.';
  beforeEach(() => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
  });

  it('is not said to be kept, from the first word until it is saved', async () => {
    server.on(PUT, 'cut');
    await open();
    const send = holdSending();
    await begin('Mine');
    await screen.findByText(`Not sent yet. ${stays}`);
    send();
    await screen.findByText(`Not sent yet. It is tried again by itself. ${stays}`);
    keepWords();
    act(() => void dispatchEvent(new Event('online')));
    await screen.findByText('Saved');
  });

  it.each([
    ['refused', REFUSED('consent_missing'), 'Not sent yet. Refused: consent_missing.'],
    ['sent by nobody who is signed in', signedOut, `Not sent yet. ${SIGNED_OUT}`],
    ['submitted meanwhile', REFUSED('submitted'), 'Not sent. Refused: submitted.'],
    ['saved otherwise meanwhile', REFUSED('words_changed'), WORDS_CHANGED],
  ])('is not said to be kept where it is %s', async (_, reply, said) => {
    server.on(PUT, reply);
    await open();
    await write('Mine');
    await screen.findByText(`${said} ${stays}`);
  });

  it('is not said to be kept beside the thanks', async () => {
    server.answers = [answerTo(1), answerTo(2)];
    server.on(PUT, REFUSED('submitted')).on('GET /api/photos', { body: [{ id: 'one' }] });
    await open();
    await screen.findByRole('button', { name: 'Submit' });
    await press('Previous');
    await press('Previous');
    await write('Late');
    await screen.findByText(/^Not sent\./);
    server.on('GET /api/auth/user', { body: { ...ANNA, status: 'submitted' } });
    await press('Done');
    comeBack();
    const said = await screen.findByText(
      /^What you wrote to question 1 is not sent, and not part of what you submitted\./,
    );
    expect(said.textContent.endsWith(stays)).toBe(true);
  });
});

it('words that are saved stay so whatever becomes of telling it, and more can be sent', async () => {
  keepWords();
  await server.open('/');
  const unexpected = new Error('Unexpected');
  const onServer = () => {
    throw unexpected;
  };
  const ofAnna = new WordsInProgress({ participantId: ANNA.id, keptUnder: ['anna'], onServer }, [], [1]);
  for (const text of ['I sang', 'I sang every day']) {
    ofAnna.type(1, text);
    await expect(ofAnna.send(1)).rejects.toBe(unexpected);
    expect(ofAnna.of(1)).toMatchObject({ text, state: 'saved' });
    expect(server.written).toMatchObject([{ text }]);
  }
  expect(localStorage).toHaveLength(0);
});
