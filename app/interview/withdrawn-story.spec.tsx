import { screen, waitFor } from '@testing-library/react';
import { open, server, useInterview } from '../testing/interview-screen.js';
import { ANNA, CONSENT_GIVEN } from '../testing/interview-server.js';

useInterview();

const WITHDRAWN = { ...ANNA, withdrawnAt: '2026-03-06T12:00:00.000Z' };
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

it('says so before anybody records for nothing', async () => {
  server.on('GET /api/auth/user', { body: WITHDRAWN });
  await open();
  await screen.findByText('Question 1 of 2');
  screen.getByText(GONE);
  expect(toMyStory()).toBe('/my-story');
});
