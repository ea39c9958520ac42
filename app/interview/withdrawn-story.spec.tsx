import { screen, waitFor } from '@testing-library/react';
import { closePage, comeBack, open, record, server, useInterview } from '../testing/interview-screen.js';
import { ANNA, CONSENT_GIVEN } from '../testing/interview-server.js';
import { type ChosenFile, ChosenFileStore } from '../shared/chosen-files/chosen-file-store.js';

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
  /^You withdrew your story on Mar 6, 2026\. What was there then is gone, and nothing of yours can be published\./;
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
