import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { HelpedThing } from '../../api/contract/people/helpers.js';
import { calls, open, press, server, useInterview } from '../testing/interview-screen.js';
import { ANNA, answerTo, UNCLAIMED } from '../testing/interview-server.js';

useInterview();

const wordsTo = (questionId: number, text: string, more = {}): HelpedThing => ({
  id: `words-${questionId}-${text.length}`,
  kind: 'words',
  questionId,
  name: text.slice(0, 80),
  text,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...more,
});

describe('the interview', () => {
  it('says that it loads, then shows the first question that is not answered', async () => {
    server.answers = [answerTo(1)];
    await open();
    expect(screen.getByText('Loading questions...')).toBeTruthy();
    await screen.findByRole('heading', { name: 'Life today' });
    expect(screen.getByText('Question 2 of 2')).toBeTruthy();
    expect(screen.getByText('50 %')).toBeTruthy();
  });

  it('is where “Skip to content” leads, also the keyboard', async () => {
    await open();
    await screen.findByRole('heading', { name: 'Life before' });
    const content = document.querySelector<HTMLElement>('#content')!;
    content.focus();
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('says when it cannot be loaded, and tries again', async () => {
    server.on('GET /api/questions', { status: 500 });
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('The interview could not be loaded');
    server.on('GET /api/questions', { body: [] });
    await press('Try Again');
    await screen.findByText('No questions found.');
    expect(screen.getByText('Please check the database setup.')).toBeTruthy();
  });

  it('waits for a server that is away, says so calmly, and comes by itself', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let isAway = true;
    server.on('GET /api/questions', () => {
      if (!isAway) return { body: [] };
      resolve();
      return { status: 503, body: { message: 'Shortly.', code: 'away' } };
    });
    await open();
    await promise;
    await screen.findByText('We are away for a moment. Nothing is lost, and this page goes on by itself.');
    expect(screen.getByText('Loading questions...')).toBeTruthy();
    isAway = false;
    await screen.findByText('No questions found.');
    expect(screen.queryByText(/^We are away for a moment/)).toBeNull();
  });

  it('leads to the landing page whoever is signed out', async () => {
    server.on('GET /api/auth/user', { status: 401, body: { message: 'Unauthorized' } });
    await open();
    await waitFor(() => expect(visited).toEqual(['/']));
  });

  it('says why there is no way on yet', async () => {
    await open();
    await press('Next');
    await screen.findAllByText('Question not answered');
    expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('heading', { name: 'Life before' })).toBeTruthy();
  });
});

describe('what helpers wrote', () => {
  it('answers a question as the person’s own words do, and leads on to the last step', async () => {
    server.helped = [wordsTo(2, 'She rests.'), wordsTo(1, 'She danced.')];
    await open();
    await screen.findByRole('heading', { name: 'Upload photos of your life' });
    await press('Previous');
    await screen.findByRole('heading', { name: 'Life today' });
    expect(screen.getByText('100 %')).toBeTruthy();
    await press('Continue to Photos');
    await screen.findByRole('heading', { name: 'Upload photos of your life' });
  });

  it('is read in full at its question, and stays apart from what the person writes', async () => {
    const long = `She danced. ${'And she sang. '.repeat(60)}To the end.`;
    server.helped = [wordsTo(1, 'She swam.'), wordsTo(1, long, { helperName: 'Agnes' })];
    await open();
    await press('Previous');
    await press('Words written for you');
    const shown = within(await screen.findByRole('dialog', { name: 'Life before' }));
    expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      `${long}Added by Agnes’s link`,
      'She swam.Added by a helper',
    ]);
    expect(shown.getByRole('link', { name: /My story/ }).getAttribute('href')).toBe('/my-story#helpers');
    await userEvent.click(shown.getByRole('button', { name: 'Close' }));
    await press('Write it instead');
    expect(screen.getByRole('textbox', { name: 'Your answer in words' })).toHaveProperty('value', '');
  });

  it('is nothing where helpers added photos and recordings alone', async () => {
    server.helped = [{ ...wordsTo(1, 'x'), kind: 'photo', questionId: null, text: undefined }];
    await open();
    await screen.findByRole('heading', { name: 'Life before' });
    expect(screen.queryByRole('button', { name: 'Words written for you' })).toBeNull();
    expect(screen.getByText('0 %')).toBeTruthy();
  });
});

describe('what was begun under the e-mail before', () => {
  beforeEach(() => server.on('GET /api/auth/user', { body: { ...ANNA, unclaimed: UNCLAIMED } }));

  it('is given back to whoever says that it is theirs', async () => {
    server.on('POST /api/user/unclaimed/claim', { status: 204 });
    await open();
    const heading = await screen.findByRole('heading', { name: 'Is this yours?' });
    expect(document.activeElement).toBe(heading);
    await press('These are mine');
    await waitFor(() => expect(visited).toEqual(['/']));
  });

  it('is deleted only with the owner’s own name', async () => {
    server.on('POST /api/user/unclaimed/discard', { status: 204 });
    await open();
    await press('Not mine');
    await press('Delete it');
    await screen.findByText('Please enter your first name.');
    expect(calls('POST /api/user/unclaimed/discard')).toEqual([]);
    await userEvent.type(screen.getByRole('textbox', { name: 'First name' }), 'Anna');
    await userEvent.type(screen.getByRole('textbox', { name: 'Last name' }), 'Berg');
    await press('Delete it');
    await waitFor(() => expect(visited).toEqual(['/']));
    expect(calls('POST /api/user/unclaimed/discard')[0]?.body).toEqual({ firstName: 'Anna', lastName: 'Berg' });
  });

  it('is told of as it is: by whom, what there is of it, and since when', async () => {
    const more = { instagram: '@eve', tiktok: '@eve2', photos: 1, drafts: 1, isSubmitted: true };
    server.on('GET /api/auth/user', { body: { ...ANNA, unclaimed: { ...UNCLAIMED, ...more } } });
    await open();
    const facts = within(await screen.findByLabelText('What was begun'));
    const values = facts.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(facts.getAllByRole('term').map(({ textContent }, index) => [textContent, values[index]])).toEqual([
      ['Begun', 'Nov 1, 2026, as Eve Else'],
      ['Handles', 'Instagram @eve, TikTok @eve2'],
      ['Recorded', '2 answers and 1 photo, the last on Nov 2, 2026'],
      ['Not saved yet', '1 recording'],
      ['Submitted', 'Yes, as a finished story'],
    ]);
  });

  it.each([
    ['claimed', 'These are mine', 'claim'],
    ['deleted', 'Delete it', 'discard'],
  ])('is not said to be %s, or not to be, where nothing tells so', async (_what, button, call) => {
    const replies = [
      ['cut', 'That did not work just now. Please try again.'],
      [{ status: 503, body: { code: 'publishing_failed', message: 'It is saved. We keep trying.' } }, /We keep trying/],
      [
        { status: 401, body: { code: 'signed_out', message: 'Unauthorized' } },
        'You have been signed out. Sign in again in another tab, then go on here.',
      ],
    ] as const;
    await open();
    if (call === 'discard') {
      await press('Not mine');
      await userEvent.type(screen.getByRole('textbox', { name: 'First name' }), 'Anna');
      await userEvent.type(screen.getByRole('textbox', { name: 'Last name' }), 'Berg');
    }
    for (const [reply, words] of replies) {
      server.on(`POST /api/user/unclaimed/${call}`, reply);
      await press(button);
      await screen.findByText(words);
    }
    server.on(`POST /api/user/unclaimed/${call}`, { status: 204 });
    await press(button);
    await waitFor(() => expect(visited).toEqual(['/']));
  });

  it('can be put off, and asked about again', async () => {
    await open();
    await press('Decide later');
    await screen.findByRole('heading', { name: 'Life before' });
    await press('Is this yours?');
    await screen.findByRole('button', { name: 'These are mine' });
  });
});
