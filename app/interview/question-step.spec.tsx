import { screen, waitFor } from '@testing-library/react';
import { ANNA, answerTo, pieceOf } from '../testing/interview-server.js';
import { calls, comeBack, open, press, server, useInterview } from '../testing/interview-screen.js';

useInterview();

it.each([
  ['Write it instead', 'Done'],
  ['Earlier recording', 'Close'],
  ['2 recordings in this answer', 'Close'],
])(
  'stays where it is while “%s” is open, and goes on where it was submitted elsewhere afterwards',
  async (way, out) => {
    const { earlierRecordings: _, ...earlier } = answerTo(1, { id: 'r1', isChosen: false });
    server.answers = [answerTo(1, { earlierRecordings: [earlier], pieces: [pieceOf('a'), pieceOf('b')] })];
    await open();
    await press('Previous');
    await press(way);
    await screen.findByRole('dialog');
    server.on('GET /api/auth/user', { body: { ...ANNA, status: 'submitted' } });
    comeBack();
    await waitFor(() => expect(calls('GET /api/auth/user').length).toBeGreaterThan(1));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(screen.getByRole('dialog')).toBeTruthy();
    await press(out);
    await screen.findByRole('heading', { name: 'Thank You!' });
  },
);
