import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { OwnCut } from '../../api/contract/videos/releases.js';
import { openInSameTab } from '../testing/same-tab.js';
import { ScreenServer } from '../testing/screen-server.js';
import ReleaseIsland from './release.island.js';
import { asksBeforeLeaving } from '../testing/leaving.js';

const PREVIEW = 'POST /api/release-link/preview';
const ANSWER = 'POST /api/release-link/answer';
const CUT: OwnCut = {
  id: 'v1',
  title: 'Before I was ill',
  description: '',
  transcript: 'I loved to climb.',
  cues: null,
  sentence: 'I loved to climb so much.',
  videoUrl: '/api/release-link/videos/v1/stream',
  mimeType: 'video/mp4',
  posterUrl: null,
  durationSeconds: 12,
  shownName: 'Robin',
  release: {
    standing: 'none',
    cutHash: 'c1',
    isOfAnotherCut: false,
    at: null,
    words: '',
    marks: [],
    terms: null,
    paper: null,
    asked: 1,
  },
};

let server: ScreenServer;
beforeEach(() => {
  server = new ScreenServer();
  visited.length = 0;
  server.on(PREVIEW, () => ({ body: CUT }));
  server.on(ANSWER, { status: 204 });
});
afterEach(() => server.close());

const open = async (address = '/release#secret') => {
  await server.open(address);
  render(<ReleaseIsland />);
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const answers = () => server.received.filter(({ call }) => call === ANSWER).map(({ body }) => body);

describe('the page of a mailed link', () => {
  it('shows this cut, sends nothing before a press, and ends with the answer', async () => {
    await open();
    await screen.findByText('Shown under the name Robin');
    expect(heading()).toBe('Your video is ready');
    screen.getByText('I loved to climb so much.');
    expect(server.received.map(({ call, body }) => [call, body])).toEqual([[PREVIEW, { token: 'secret' }]]);
    await press('No');
    await screen.findByText('It is written down. It is not published.');
    expect(answers()).toEqual([{ token: 'secret', cutHash: 'c1', decision: 'no' }]);
    expect(heading()).toBe('Your answer is here');
    expect(document.activeElement?.textContent).toBe('Your answer is here');
    screen.getByText(/^Your link has done its work/);
    expect(screen.getByRole('link', { name: 'Go to My story' }).getAttribute('href')).toBe('/my-story');
    expect(screen.queryByRole('button', { name: 'No' })).toBeNull();
  });

  it('asks about words alone, where the cut is words, without a player or a part of a film', async () => {
    const words = { ...CUT, videoUrl: null, mimeType: null, durationSeconds: null, sentence: null };
    server.on(PREVIEW, () => ({ body: { ...words, transcript: 'I loved to climb.\nThen I fell ill.' } }));
    await open();
    await screen.findByText('Your words');
    expect(heading()).toBe('Your words are ready');
    expect(screen.queryByText(/watch/i)).toBeNull();
    expect(document.querySelector('video')).toBeNull();
    await press('Please change');
    expect(screen.queryByText('Or a part of the film')).toBeNull();
    await press('I loved to climb.');
    await press('Send');
    await screen.findByText('Thank you. It is not published as it is.');
    expect(answers()).toMatchObject([
      { cutHash: 'c1', decision: 'change', marks: [{ sentence: 'I loved to climb.' }] },
    ]);
  });

  it('asks before it is left with wishes that are not sent, in words or marked, and not otherwise', async () => {
    await open();
    await press('Please change');
    expect(asksBeforeLeaving()).toBe(false);
    await userEvent.type(screen.getByRole('textbox'), 'Shorter');
    expect(asksBeforeLeaving()).toBe(true);
    await userEvent.clear(screen.getByRole('textbox'));
    expect(asksBeforeLeaving()).toBe(false);
    await press('I loved to climb.');
    expect(asksBeforeLeaving()).toBe(true);
    await press('Send');
    await screen.findByText('Thank you. It is not published as it is.');
    expect(asksBeforeLeaving()).toBe(false);
  });

  it('says in the server’s words that the link has ended', async () => {
    const message = 'You have answered already. Thank you.';
    server.on(PREVIEW, { status: 410, body: { code: 'link_answered', message } });
    await open();
    await screen.findByText(message);
    expect(heading()).toBe('This link opens nothing');
    screen.getByRole('link', { name: 'Go to My story' });
  });

  it('opens another link that is opened in its tab', async () => {
    await open();
    await screen.findByText('I loved to climb.');
    await openInSameTab('another');
    expect(visited).toEqual(['/release#another']);
  });

  it('needs the whole link', async () => {
    await open('/release');
    await screen.findByText('This page needs the whole link from our mail.');
    expect(heading()).toBe('This link opens nothing');
    expect(server.received).toEqual([]);
  });

  it('shows the new cut where it has changed meanwhile, before it takes an answer', async () => {
    await open();
    await screen.findByText('I loved to climb.');
    server.on(ANSWER, {
      status: 409,
      body: { code: 'cut_changed', message: 'Please watch it again first.', cutHash: 'c2' },
    });
    server.on(PREVIEW, () => ({
      body: { ...CUT, transcript: 'I danced.', release: { ...CUT.release, cutHash: 'c2' } },
    }));
    await press('No');
    await screen.findByText(/^This video has changed since you opened it/);
    await press('Show me the new version');
    await screen.findByText('I danced.');
    server.on(ANSWER, { status: 204 });
    await press('No');
    await screen.findByText('It is written down. It is not published.');
    expect(answers().at(-1)).toEqual({ token: 'secret', cutHash: 'c2', decision: 'no' });
  });

  it('keeps what they wrote where the new cut cannot be shown yet', async () => {
    const message = 'Please watch it again first.';
    await open();
    await press('Please change');
    await userEvent.type(screen.getByRole('textbox'), 'Shorter');
    server.on(ANSWER, { status: 409, body: { code: 'cut_changed', message, cutHash: 'c2' } });
    const away = Promise.withResolvers<void>();
    server.on(PREVIEW, () => {
      away.resolve();
      return { status: 500, body: { code: 'unknown', message: 'Something went wrong.' } };
    });
    await press('Send');
    await screen.findByText(message);
    await act(() => away.promise);
    server.on(PREVIEW, () => ({ body: { ...CUT, release: { ...CUT.release, cutHash: 'c2' } } }));
    await press('Send');
    await press('Show me the new version');
    await press('Please change');
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'Shorter');
  });

  it('waits for a server that is away for a moment', async () => {
    server.on(PREVIEW, () => {
      server.on(PREVIEW, () => ({ body: CUT }));
      return { status: 503, body: { code: 'database_away', message: 'Please try again in a moment.' } };
    });
    await open();
    await screen.findByText('I loved to climb.');
  });

  it('can be tried again when the server could not look at the link', async () => {
    server.on(PREVIEW, { status: 500, body: { code: 'unknown', message: 'Something went wrong.' } });
    await open();
    await screen.findByText('We could not look at your link just now. Please try again.');
    server.on(PREVIEW, () => ({ body: CUT }));
    await press('Try Again');
    await screen.findByText('I loved to climb.');
  });
});
