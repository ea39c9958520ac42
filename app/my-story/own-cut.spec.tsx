import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { OwnVideo } from '../../api/contract/my-story.js';
import type { ReleaseState } from '../../api/contract/releases.js';
import { ScreenServer } from '../testing/screen-server.js';
import { OwnCut, saidOf } from './own-cut.js';

const RELEASE = 'POST /api/my-story/videos/v1/release';
const NONE: ReleaseState = { standing: 'none', cutHash: 'c1', at: null, words: '', asked: 0 };
const VIDEO: OwnVideo = {
  id: 'v1',
  questionId: 1,
  title: 'Before I was ill',
  description: 'A short look back.',
  transcript: 'I loved to climb.',
  cues: null,
  videoUrl: '/api/my-story/videos/v1/stream',
  mimeType: 'video/mp4',
  posterUrl: null,
  approvedAt: null,
  isPublic: false,
  shownName: 'Robin',
  release: NONE,
  createdAt: '2026-03-01T12:00:00.000Z',
};
const client = new QueryClient();
const shown = (video: OwnVideo) => (
  <QueryClientProvider client={client}>
    <OwnCut video={video} />
  </QueryClientProvider>
);

let server: ScreenServer;
beforeEach(() => {
  server = new ScreenServer();
  server.on(RELEASE, { status: 204 });
});
afterEach(() => server.close());

const open = async (release: Partial<ReleaseState> = {}) => {
  await server.open('/my-story');
  return render(shown({ ...VIDEO, release: { ...NONE, ...release } }));
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const sent = () => server.received.filter(({ call }) => call === RELEASE).map(({ body }) => body);

describe('a finished cut of theirs', () => {
  it('shows the words and the name as the public would see them', async () => {
    await open();
    for (const text of ['Before I was ill', 'A short look back.', 'I loved to climb.', 'Shown under the name Robin']) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    screen.getByText(/^My answer is for exactly this film, these words and this name\./);
  });

  it('is released by two presses, and not by one', async () => {
    await open();
    await press('Yes, publish');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Publish exactly this?' }));
    expect(sent()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Yes, publish' }));
    await screen.findByText('Thank you. It is written down that you said yes.');
    expect(sent()).toEqual([{ cutHash: 'c1', decision: 'yes' }]);
  });

  it('is not released by Not now', async () => {
    await open();
    await press('Yes, publish');
    await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(sent()).toEqual([]);
  });

  it('is refused by one press', async () => {
    await open();
    await press('No');
    await screen.findByText('It is written down. It is not published.');
    expect(sent()).toEqual([{ cutHash: 'c1', decision: 'no' }]);
  });

  it('is to be changed as they say', async () => {
    await open();
    await press('Please change');
    await userEvent.type(screen.getByLabelText('What should be changed?'), 'Leave out the street.');
    await press('Send');
    await screen.findByText('Thank you. It is not published as it is.');
    expect(sent()).toEqual([{ cutHash: 'c1', decision: 'change', words: 'Leave out the street.' }]);
  });

  it('that has changed is watched again before it can be answered', async () => {
    const { rerender } = await open();
    rerender(shown({ ...VIDEO, transcript: 'I loved to dance.', release: { ...NONE, cutHash: 'c2' } }));
    await screen.findByText(/^This video has changed since you opened it/);
    screen.getByText('I loved to climb.');
    expect(screen.queryByRole('button', { name: 'Yes, publish' })).toBeNull();
    await press('Show me the new version');
    screen.getByText('I loved to dance.');
    await press('No');
    await screen.findByText('It is written down. It is not published.');
    expect(sent()).toEqual([{ cutHash: 'c2', decision: 'no' }]);
  });

  it('says in the server’s words why an answer was not taken', async () => {
    const message = 'This video has changed since you watched it. Please watch it again first.';
    server.on(RELEASE, { status: 409, body: { code: 'cut_changed', message, cutHash: 'c2' } });
    await open();
    await press('No');
    await screen.findByText(message);
  });

  it.each([
    ['none', 'Waiting for your yes'],
    ['outdated', 'Changed since your answer. Waiting for your yes'],
    ['yes', 'You said yes on Mar 4, 2026'],
    ['change', 'You asked for changes on Mar 4, 2026'],
    ['no', 'You said no on Mar 4, 2026'],
  ] as const)('tells what was said to it: %s', (standing, text) => {
    expect(saidOf({ ...VIDEO, release: { ...NONE, standing, at: '2026-03-04T12:00:00.000Z' } })).toBe(text);
  });

  it.each([
    ['yes', ['Please change', 'No']],
    ['no', ['Yes, publish', 'Please change']],
  ] as const)('offers what was not said yet after a %s', async (standing, names) => {
    await open({ standing, at: '2026-03-04T12:00:00.000Z' });
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(names);
  });
});
