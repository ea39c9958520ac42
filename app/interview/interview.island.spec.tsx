import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { calls, open, press, server, useInterview } from '../testing/interview-screen.js';
import { ANNA, answerTo } from '../testing/interview-server.js';

useInterview();

describe('the interview', () => {
  it('says that it loads, then shows the first question that is not answered', async () => {
    server.answers = [answerTo(1)];
    await open();
    expect(screen.getByText('Loading questions...')).toBeTruthy();
    await screen.findByRole('heading', { name: 'Life today' });
    expect(screen.getByText('Question 2 of 2')).toBeTruthy();
    expect(screen.getByText('50 %')).toBeTruthy();
  });

  it('says when it cannot be loaded, and tries again', async () => {
    server.on('GET /api/questions', { status: 500 });
    await open();
    await screen.findByRole('heading', { name: 'The interview could not be loaded' });
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

describe('what was begun under the e-mail before', () => {
  const unclaimed = {
    firstName: 'Eve',
    lastName: 'Else',
    instagram: null,
    tiktok: null,
    isSubmitted: false,
    answers: 2,
    photos: 0,
    begunAt: '2026-11-01T10:00:00.000Z',
    lastAt: '2026-11-02T10:00:00.000Z',
  };
  beforeEach(() => server.on('GET /api/auth/user', { body: { ...ANNA, unclaimed } }));

  it('is given back to whoever says that it is theirs', async () => {
    server.on('POST /api/user/unclaimed/claim', { status: 204 });
    await open();
    await screen.findByText('Is this yours?');
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

  it('can be put off, and asked about again', async () => {
    await open();
    await press('Decide later');
    await screen.findByRole('heading', { name: 'Life before' });
    await press('Is this yours?');
    await screen.findByRole('button', { name: 'These are mine' });
  });
});
