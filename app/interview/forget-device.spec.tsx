import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { calls, drafts, open, press, record, server, useInterview } from '../testing/interview-screen.js';
import { hasPendingSubmission, notePendingSubmission } from './submission.js';

useInterview();
beforeEach(() => localStorage.clear());

const FORGET = 'POST /api/auth/forget-device';
const forget = async () => {
  await press('Forget this device');
  const question = within(await screen.findByRole('alertdialog', { name: 'Forget this device?' }));
  await userEvent.click(question.getByRole('button', { name: 'Forget this device' }));
};

describe('a device that is forgotten', () => {
  it('keeps nothing of its person, and everything of others', async () => {
    server.on(FORGET, { status: 204 });
    await open();
    await record();
    await waitFor(async () => expect(await drafts()).toHaveLength(1));
    for (const id of ['anna', 'bea']) notePendingSubmission(id);
    await forget();
    await waitFor(() => expect(visited).toEqual(['/']));
    expect(await drafts()).toEqual([]);
    expect(['anna', 'bea'].map(hasPendingSubmission)).toEqual([false, true]);
  });

  it('keeps nothing of its person either where somebody else has signed in since, who stays signed in', async () => {
    server.on(FORGET, { status: 204 });
    await open();
    await record();
    await waitFor(async () => expect(await drafts()).toHaveLength(1));
    server.session = 'bea';
    await forget();
    await waitFor(() => expect(visited).toEqual(['/']));
    expect(calls(FORGET)).toEqual([]);
    expect(await drafts()).toEqual([]);
  });

  it('stays as it is where that cannot be said to the server, which is told', async () => {
    server.on(FORGET, 'cut');
    await open();
    await record();
    await waitFor(async () => expect(await drafts()).toHaveLength(1));
    await forget();
    await screen.findAllByText('This device is not forgotten yet');
    expect(visited).toEqual([]);
    expect(await drafts()).toHaveLength(1);
  });
});

it('a break is taken by whose page this is, and by nobody who has signed in since', async () => {
  await open();
  await screen.findByRole('heading', { name: 'Life before' });
  await press('Take a break');
  expect(visited).toEqual(['/api/logout?owner=anna']);
});
