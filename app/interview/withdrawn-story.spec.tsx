import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  calls,
  closePage,
  comeBack,
  drafts,
  followAgain,
  hastenTimers,
  open,
  press,
  record,
  server,
  useInterview,
} from '../testing/interview-screen.js';
import { SAVING_HOLD_MS } from '../../api/contract/common/screen-numbers.js';
import { ANNA, CONSENT_GIVEN } from '../testing/interview-server.js';
import { type ChosenFile, ChosenFileStore } from '../shared/chosen-files/chosen-file-store.js';
import { LocalDraftStore } from './local-drafts/local-draft-store.js';

useInterview();

const WITHDRAWN = { ...ANNA, withdrawnAt: '2026-03-06T12:00:00.000Z' };
const GARDEN: ChosenFile = {
  owner: ANNA.id,
  form: 'photos',
  id: 'garden',
  name: 'garden.jpg',
  mimeType: 'image/jpeg',
  lastModified: 1,
  bytes: 0,
  description: '',
  chosenAt: new Date(),
  place: 0,
  seenAt: new Date(),
  pieces: 0,
  isWhole: true,
};
const GONE =
  /^You withdrew your story on Mar 6, 2026(?:: |\. What was there then is gone, and )nothing of yours can be published\./;
const toMyStory = () => screen.getByRole('link', { name: 'Go to My story' }).getAttribute('href');

it('of a story that was withdrawn says that nothing more becomes, and how it is told anew', async () => {
  server.on('GET /api/auth/user', { body: { ...WITHDRAWN, status: 'submitted' } });
  await open();
  const heading = await screen.findByRole('heading', { name: 'Your story is withdrawn' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  screen.getByText(GONE);
  screen.getByText(/^If you want to tell it anew, first delete everything about you/);
  expect(toMyStory()).toBe('/my-story');
  for (const promise of [/Thank You!/, /are kept safely/, /Our producers look at your answers/]) {
    expect(screen.queryByText(promise)).toBeNull();
  }
  expect(screen.queryByRole('button', { name: 'Reopen my story' })).toBeNull();
});

it('says so before anybody agrees to be recorded', async () => {
  server.on('GET /api/auth/user', { body: WITHDRAWN });
  server.on('GET /api/consent', { body: { ...CONSENT_GIVEN, recording: 'none', version: null } });
  await open();
  await screen.findByRole('heading', { name: 'Before you begin' });
  screen.getByText(GONE);
});

it.each([
  ['withdrawn', WITHDRAWN, CONSENT_GIVEN, 1],
  ['refused by a guardian', ANNA, { ...CONSENT_GIVEN, recording: 'guardian_refused' }, 0],
])('tells of what is kept beside a story that is %s, and of no way to add it', async (_, user, consent, photos) => {
  await open();
  await record();
  closePage();
  localStorage.setItem('written-answer:anna:2', JSON.stringify({ text: 'Late', revision: 0, sent: null }));
  server.on('PUT /api/written-answers/2', { status: 409, body: { code: 'submitted', message: 'Submitted.' } });
  await new ChosenFileStore().write(GARDEN);
  server.on('GET /api/auth/user', { body: { ...user, status: 'submitted' } }).on('GET /api/consent', { body: consent });
  await open();
  await screen.findByText('This browser keeps a recording for question 1. It is not part of what you submitted.');
  await screen.findByText(/^What you wrote to question 2 is not sent, and not part of what you submitted\. It is kept/);
  await waitFor(() => expect(screen.queryAllByText(/^This browser keeps photos/)).toHaveLength(photos));
  expect(screen.queryByText(/reopen your story/)).toBeNull();
});

it('says so before anybody records for nothing', async () => {
  server.on('GET /api/auth/user', { body: WITHDRAWN });
  await open();
  await screen.findByText('Question 1 of 2');
  screen.getByText(GONE);
  expect(toMyStory()).toBe('/my-story');
});

it.each([
  ['in_progress', 'Question 1 of 2'],
  ['submitted', 'Thank You!'],
])('says so where it is withdrawn on another page, of a story that is %s', async (status, before) => {
  server.on('GET /api/auth/user', { body: { ...ANNA, status } });
  await open();
  await screen.findByText(before);
  server.on('GET /api/auth/user', { body: { ...WITHDRAWN, status } });
  comeBack();
  await screen.findByText(GONE);
});

const sentCalls = () =>
  server.received.filter(({ call }) => call.startsWith('P') && !call.endsWith('/held-draft')).map(({ call }) => call);
const keepWords = () =>
  localStorage.setItem('written-answer:anna:1', JSON.stringify({ text: 'Early', revision: 0, sent: null }));
const comeOnline = () => act(() => void dispatchEvent(new Event('online')));
const useRecording = async () => {
  await open();
  await record();
  const [draft] = await drafts();
  closePage();
  await new LocalDraftStore().write({ ...draft!, use: 'sent' });
};

describe('what was left before it was withdrawn', () => {
  const STILL_KEPT = /^This browser still keeps something that was not sent\./;
  const WITHHELD = 'Kept on this device, not sent: your story is withdrawn.';
  const PUT = 'PUT /api/written-answers/1';
  const saved = { id: 'w1', questionId: 1, text: 'Early', revision: 1, changedAt: '2026-11-20T10:00:00.000Z' };

  it('is not sent by itself, is told of, and goes where its person says so', async () => {
    await useRecording();
    server.received.length = 0;
    keepWords();
    server.on('GET /api/auth/user', { body: WITHDRAWN });
    await open();
    await screen.findByRole('heading', { name: 'We kept your recording' });
    comeOnline();
    followAgain();
    await fetch('/api/questions');
    expect(sentCalls()).toEqual([]);
    screen.getByText(STILL_KEPT);
    await press('Forget it');
    const question = within(await screen.findByRole('alertdialog', { name: 'Forget what this browser keeps?' }));
    await userEvent.click(question.getByRole('button', { name: 'Delete them here, too' }));
    await waitFor(() => expect(visited).toEqual(['/']));
    expect(await drafts()).toEqual([]);
    expect(localStorage.getItem('written-answer:anna:1')).toBeNull();
  });

  it('stays where its person says so, and nothing is told of where nothing is left', async () => {
    server.on('GET /api/auth/user', { body: WITHDRAWN });
    keepWords();
    await open();
    await press('Forget it');
    const question = within(await screen.findByRole('alertdialog'));
    await userEvent.click(question.getByRole('button', { name: 'Keep them for now' }));
    await screen.findByText(STILL_KEPT);
    expect(localStorage.getItem('written-answer:anna:1')).not.toBeNull();
    closePage();
    localStorage.clear();
    await open();
    await screen.findByText(GONE);
    expect(screen.queryByText(STILL_KEPT)).toBeNull();
  });

  it('is sent by a press, and what is typed since is sent as ever', async () => {
    server.on('GET /api/auth/user', { body: WITHDRAWN });
    server.on(PUT, { body: saved });
    keepWords();
    await open();
    await press('Your written answer');
    await press('Done');
    await press('Your written answer');
    expect(calls(PUT)).toEqual([]);
    await press('Send it all the same');
    await waitFor(() => expect(calls(PUT).map(({ body }) => body)).toEqual([{ text: 'Early', revision: 0 }]));
    await waitFor(() => expect(screen.queryByText(STILL_KEPT)).toBeNull());
    server.on(PUT, { body: { ...saved, text: 'Early!', revision: 2 } });
    await userEvent.type(screen.getByRole('textbox'), '!');
    await press('Done');
    await waitFor(() => expect(calls(PUT).map(({ body }) => body)[1]).toEqual({ text: 'Early!', revision: 1 }));
  });

  it('comes back to its person where the story is withdrawn while a recording waits for the connection', async () => {
    server.on('POST /api/videos/upload-cloud', 'cut').on('POST /api/uploads/start', 'cut');
    await open();
    await record();
    hastenTimers(SAVING_HOLD_MS);
    await press('Use this recording');
    await screen.findByText('question 1 is waiting for the connection');
    server.on('GET /api/auth/user', { body: WITHDRAWN });
    comeBack();
    const said = await screen.findByText('Your recording was not sent');
    // Nothing is wrong.
    expect(said.closest('[data-variant]')!.getAttribute('data-variant')).toBe('default');
    const before = sentCalls().length;
    server.on('POST /api/uploads/start', { status: 201, body: { uploadId: 'u1' } });
    comeOnline();
    followAgain();
    await fetch('/api/questions');
    await fetch('/api/questions');
    expect(sentCalls()).toHaveLength(before);
    expect(screen.queryByText('question 1 is waiting for the connection')).toBeNull();
    expect(await drafts()).toMatchObject([{ questionId: 1, use: 'over' }]);
    await screen.findByText('Not saved. Your recording is still here: please try again.');
  });

  it('is held back also where the story is withdrawn while they wait for the connection', async () => {
    server.on(PUT, 'cut');
    keepWords();
    await open();
    await screen.findByText(/It is tried again by itself/);
    server.on('GET /api/auth/user', { body: WITHDRAWN });
    comeBack();
    await screen.findByText(WITHHELD);
    const before = calls(PUT).length;
    server.on(PUT, { body: saved });
    comeOnline();
    await fetch('/api/questions');
    await fetch('/api/questions');
    expect(calls(PUT)).toHaveLength(before);
    screen.getByText(WITHHELD);
  });
});
