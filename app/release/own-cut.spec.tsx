import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  RELEASE_WORDS,
  type OwnCut as Cut,
  type ReleaseRequest,
  type ReleaseState,
} from '../../api/contract/videos/releases.js';
import { request } from '../shared/http/request.js';
import { asksBeforeLeaving } from '../testing/leaving.js';
import { ScreenServer } from '../testing/screen-server.js';
import { OwnCut } from './own-cut.js';
import { saidOf } from './said-of.js';

const RELEASE = 'POST /api/my-story/videos/v1/release';
const NONE: ReleaseState = {
  standing: 'none',
  cutHash: 'c1',
  isOfAnotherCut: false,
  at: null,
  words: '',
  marks: [],
  terms: null,
  paper: null,
  asked: 0,
};
const VIDEO: Cut = {
  id: 'v1',
  title: 'Before I was ill',
  description: 'A short look back.',
  transcript: 'I loved to climb. Then I fell ill.',
  cues: [
    { start: 1, end: 3.5, text: 'I loved to climb.' },
    { start: 4, end: 6, text: 'Then I fell ill.' },
  ],
  sentence: null,
  videoUrl: '/api/my-story/videos/v1/stream',
  mimeType: 'video/mp4',
  posterUrl: null,
  durationSeconds: 12,
  shownName: 'Robin',
  release: NONE,
};
const client = new QueryClient();

function Shown({ video }: { video: Cut }) {
  const answer = useMutation({
    mutationFn: (said: ReleaseRequest) => request<void>('POST', '/api/my-story/videos/v1/release', said),
  });
  return <OwnCut cut={video} answer={answer} />;
}

const shown = (video: Cut) => (
  <QueryClientProvider client={client}>
    <Shown video={video} />
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
const question = () => screen.getByRole('heading', { name: 'May we publish it?' });
const sent = () => server.received.filter(({ call }) => call === RELEASE).map(({ body }) => body);

/** Not for the archive, and found by its link alone. */
async function sayYesWithLinkOnly(): Promise<void> {
  await press('Yes, publish');
  await userEvent.click(screen.getByRole('checkbox', { name: /^The documentary/ }));
  await userEvent.click(screen.getByText('Only with the link, only for a time, or under another name'));
  await userEvent.click(screen.getByRole('checkbox', { name: /^Only with the link/ }));
  await press('Yes, publish');
  await screen.findByText('Thank you. It is written down that you said yes.');
}

describe('a finished cut of theirs', () => {
  it('shows the words and the name as the public would see them', async () => {
    await open();
    for (const text of [
      'Before I was ill',
      'A short look back.',
      'I loved to climb. Then I fell ill.',
      'Shown under the name Robin',
    ]) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    screen.getByText(/^My answer is for exactly this film, these words and this name\./);
  });

  it('says at each answer what it is to, and what a no does', async () => {
    await open();
    const described = ['Yes, publish', 'Please change', 'No'].map((name) =>
      screen.getByRole('button', { name }).getAttribute('aria-description'),
    );
    expect(described).toEqual([VIDEO.title, VIDEO.title, RELEASE_WORDS.film.no]);
  });

  it('is released by two presses, and not by one, for what they tick and nothing more', async () => {
    await open();
    await press('Yes, publish');
    const form = within(screen.getByRole('form', { name: 'Publish exactly this?' }));
    expect(document.activeElement).toBe(form.getByRole('heading'));
    expect(form.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual(
      Array(form.getAllByRole('checkbox').length).fill(false),
    );
    await press('Yes, publish');
    expect(form.getByRole('alert').textContent).toBe('Please tick at least one.');
    expect(sent()).toEqual([]);
    await userEvent.click(form.getByRole('checkbox', { name: /^The archive/ }));
    await userEvent.click(form.getByRole('checkbox', { name: /^The documentary/ }));
    await press('Yes, publish');
    await screen.findByText('Thank you. It is written down that you said yes.');
    expect(sent()).toEqual([{ cutHash: 'c1', decision: 'yes', uses: ['archive', 'documentary'] }]);
  });

  it('is released with limits: by the link, for a time, under another name', async () => {
    await open();
    await press('Yes, publish');
    await userEvent.click(screen.getByRole('checkbox', { name: /^The archive/ }));
    await userEvent.click(screen.getByText('Only with the link, only for a time, or under another name'));
    await userEvent.click(screen.getByRole('checkbox', { name: /^Only with the link/ }));
    fireEvent.change(screen.getByLabelText('Not before'), { target: { value: '2030-03-04' } });
    fireEvent.change(screen.getByLabelText('Not after'), { target: { value: '2030-03-31' } });
    await userEvent.type(screen.getByLabelText('Under another name'), 'Kim');
    await press('Yes, publish');
    await screen.findByText('Thank you. It is written down that you said yes.');
    expect(sent()).toEqual([
      {
        cutHash: 'c1',
        decision: 'yes',
        uses: ['archive'],
        linkOnly: true,
        publicFrom: new Date('2030-03-04T00:00').toISOString(),
        publicUntil: new Date('2030-04-01T00:00').toISOString(),
        shownName: 'Kim',
      },
    ]);
  });

  it('is not released until a day that is too far away, of which it says so', async () => {
    await open();
    server.on(RELEASE, { status: 400, body: { code: 'dates_wrong', message: 'This day is too far away.' } });
    await press('Yes, publish');
    await userEvent.click(screen.getByRole('checkbox', { name: /^The archive/ }));
    await userEvent.click(screen.getByText('Only with the link, only for a time, or under another name'));
    fireEvent.change(screen.getByLabelText('Not after'), { target: { value: '20300-03-31' } });
    await press('Yes, publish');
    await screen.findByText('This day is too far away.');
  });

  it('is not released with a day that is half typed, as if none were given', async () => {
    await open();
    await press('Yes, publish');
    await userEvent.click(screen.getByRole('checkbox', { name: /^The archive/ }));
    const day = screen.getByLabelText<HTMLInputElement>('Not after');
    day.setCustomValidity('half typed');
    await press('Yes, publish');
    const error = screen.getByText('Please give a whole day of the calendar, or leave this empty.');
    // Also for whoever pressed Enter in that field, and is there already.
    expect(error.getAttribute('role')).toBe('alert');
    expect(document.activeElement).toBe(day);
    expect(day.closest('details')?.open).toBe(true);
    expect(sent()).toEqual([]);
    day.setCustomValidity('');
    fireEvent.change(day, { target: { value: '2030-03-31' } });
    expect(day.getAttribute('aria-invalid')).toBeNull();
    await press('Yes, publish');
    await screen.findByText('Thank you. It is written down that you said yes.');
    expect(sent()).toMatchObject([{ publicUntil: new Date('2030-04-01T00:00').toISOString() }]);
  });

  it('asks for no day any more that was half typed and taken out', async () => {
    await open();
    await press('Yes, publish');
    await userEvent.click(screen.getByRole('checkbox', { name: /^The archive/ }));
    const day = screen.getByLabelText<HTMLInputElement>('Not after');
    day.setCustomValidity('half typed');
    await press('Yes, publish');
    fireEvent.blur(day);
    expect(day.getAttribute('aria-invalid')).toBe('true');
    day.setCustomValidity('');
    fireEvent.blur(day);
    expect(day.getAttribute('aria-invalid')).toBeNull();
  });

  it('is not released by Not now', async () => {
    await open();
    await press('Yes, publish');
    await press('Not now');
    expect(document.activeElement).toBe(question());
    expect(screen.queryByRole('form')).toBeNull();
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
    expect(document.activeElement).toBe(screen.getByRole('form', { name: 'Please change' }));
    await userEvent.type(screen.getByLabelText('What should be changed?'), 'Leave out the street.');
    await press('Send');
    await screen.findByText('Thank you. It is not published as it is.');
    expect(document.activeElement).toBe(question());
    expect(sent()).toEqual([{ cutHash: 'c1', decision: 'change', words: 'Leave out the street.' }]);
  });

  it('is to be changed at the sentences and the parts that they mark', async () => {
    await open();
    await press('Please change');
    await press('Send');
    screen.getByText('Please write a word, or mark a place.');
    expect(sent()).toEqual([]);
    await press('Then I fell ill.');
    const film = screen.getByLabelText<HTMLVideoElement>('Before I was ill', { selector: 'video' });
    film.currentTime = 9.04;
    await press('It begins here');
    film.currentTime = 7;
    await press('From 0:09: it ends here');
    screen.getByText('0:07 to 0:09');
    await press('It begins here');
    await press('From 0:07: it ends here');
    await press('Take away 0:07 to 0:08');
    await press('Send');
    await screen.findByText('Thank you. It is not published as it is.');
    expect(sent()).toEqual([
      {
        cutHash: 'c1',
        decision: 'change',
        words: '',
        marks: [
          { sentence: 'Then I fell ill.', start: 4, end: 6 },
          { sentence: '', start: 7, end: 9 },
        ],
      },
    ]);
  });

  it('is to be changed at every word of a sentence that goes on and on', async () => {
    const words = Array.from({ length: 90 }, (_, index) => `word${index}`);
    const cues = [0, 1, 2].map((part) => {
      return { start: part * 10, end: part * 10 + 9, text: words.slice(part * 30, part * 30 + 30).join(' ') };
    });
    const transcript = words.join(' ');
    await server.open('/my-story');
    render(shown({ ...VIDEO, transcript, cues }));
    await press('Please change');
    const pieces = within(screen.getByRole('group', { name: 'Press a sentence that should change' }));
    const buttons = pieces.getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent).join(' ')).toBe(transcript);
    await userEvent.click(buttons.at(-1)!);
    await press('Send');
    await screen.findByText('Thank you. It is not published as it is.');
    const sentence = buttons.at(-1)!.textContent;
    expect(sent()).toMatchObject([{ marks: [{ sentence, start: 20, end: 29 }] }]);
  });

  it('keeps what was marked when it could not be sent', async () => {
    server.on(RELEASE, { status: 503, body: { code: 'away', message: 'Please try again in a moment.' } });
    await open();
    await press('Please change');
    await userEvent.type(screen.getByLabelText('What should be changed?'), 'Shorter.');
    await press('Send');
    await screen.findByText('Please try again in a moment.');
    expect(screen.getByLabelText<HTMLTextAreaElement>('What should be changed?').value).toBe('Shorter.');
  });

  it('that has changed is watched again before it can be answered', async () => {
    const { rerender } = await open();
    rerender(shown({ ...VIDEO, transcript: 'I loved to dance.', release: { ...NONE, cutHash: 'c2' } }));
    await screen.findByText(/^This video has changed since you opened it/);
    screen.getByText('I loved to climb. Then I fell ill.');
    expect(screen.queryByRole('button', { name: 'Yes, publish' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Please change' })).toBeNull();
    await press('Show me the new version');
    expect(document.activeElement).toBe(question());
    screen.getByText('I loved to dance.');
    screen.getByRole('button', { name: 'Yes, publish' });
    await press('No');
    await screen.findByText('It is written down. It is not published.');
    expect(sent()).toEqual([{ cutHash: 'c2', decision: 'no' }]);
  });

  it('that has changed while they filled something in is asked about anew, and a no needs no second look', async () => {
    const { rerender } = await open();
    await press('Please change');
    rerender(shown({ ...VIDEO, transcript: 'I loved to dance.', release: { ...NONE, cutHash: 'c2' } }));
    await screen.findByText(/^This video has changed since you opened it/);
    expect(screen.queryByLabelText('What should be changed?')).toBeNull();
    await press('No');
    await screen.findByText('It is written down. It is not published.');
    expect(sent()).toEqual([{ cutHash: 'c2', decision: 'no' }]);
    const release: ReleaseState = { ...NONE, standing: 'no', cutHash: 'c2', at: '2026-03-04T12:00:00.000Z' };
    rerender(shown({ ...VIDEO, transcript: 'I loved to dance.', release }));
    await screen.findByText('You said no on Mar 4, 2026');
    screen.getByText(/^This video has changed since you opened it/);
  });

  it('that has changed while they wrote is asked about with what they had written', async () => {
    const { rerender } = await open();
    await press('Please change');
    await userEvent.type(screen.getByLabelText('What should be changed?'), 'Shorter.');
    rerender(shown({ ...VIDEO, transcript: 'I loved to dance.', release: { ...NONE, cutHash: 'c2' } }));
    expect(asksBeforeLeaving()).toBe(true);
    await press('Show me the new version');
    await press('Please change');
    expect(screen.getByLabelText('What should be changed?')).toHaveProperty('value', 'Shorter.');
    await press('Send');
    await screen.findByText('Thank you. It is not published as it is.');
    expect(sent()).toEqual([{ cutHash: 'c2', decision: 'change', words: 'Shorter.' }]);
    expect(asksBeforeLeaving()).toBe(false);
    await press('Please change');
    expect(screen.getByLabelText('What should be changed?')).toHaveProperty('value', '');
  });

  it('shows what its short forms leave', async () => {
    await server.open('/my-story');
    const cues = [
      { start: 1, end: 2, text: 'I loved to climb.', form: 10 as const },
      { start: 3, end: 4, text: 'Then I fell ill.' },
      { start: 5, end: 6, text: 'I am still here.', form: 2 as const },
    ];
    render(shown({ ...VIDEO, cues }));
    for (const [minutes, text] of [
      [2, '… I am still here.'],
      [10, 'I loved to climb. … I am still here.'],
    ] as const) {
      const heading = screen.getByRole('heading', { name: `What is left of it in the story of ${minutes} minutes` });
      expect(heading.nextElementSibling?.textContent).toBe(text);
    }
  });

  it('without short forms says nothing of them', async () => {
    await open();
    expect(screen.queryByText(/in the story of/)).toBeNull();
  });

  it.each([
    ['yes', /^The archive/],
    ['elsewhere', /^The documentary/],
  ] as const)('is the same cut to whoever has given it another name themselves: %s', async (standing, use) => {
    const { rerender } = await open();
    await press('Yes, publish');
    await userEvent.click(screen.getByRole('checkbox', { name: use }));
    await userEvent.click(screen.getByText('Only with the link, only for a time, or under another name'));
    await userEvent.type(screen.getByLabelText('Under another name'), 'Kim');
    await press('Yes, publish');
    await screen.findByText('Thank you. It is written down that you said yes.');
    const release: ReleaseState = { ...NONE, standing, cutHash: 'c2', at: '2026-03-04T12:00:00.000Z' };
    rerender(shown({ ...VIDEO, shownName: 'Kim', release }));
    expect(screen.getByText('Shown under the name Kim')).toBeTruthy();
    expect(screen.queryByText(/^This video has changed/)).toBeNull();
    rerender(shown({ ...VIDEO, shownName: 'Kim', transcript: 'I danced.', release: { ...release, cutHash: 'c3' } }));
    await screen.findByText(/^This video has changed/);
    expect(screen.queryByText('I danced.')).toBeNull();
    screen.getByText('Shown under the name Kim');
  });

  it('is the same cut to whoever wants it found by its link alone, which gives it another address', async () => {
    const { rerender } = await open();
    await sayYesWithLinkOnly();
    const at = '2026-03-04T12:00:00.000Z';
    rerender(shown({ ...VIDEO, release: { ...NONE, standing: 'elsewhere', cutHash: 'c2', at } }));
    expect(screen.queryByText(/^This video has changed/)).toBeNull();
  });

  it('that their own answer has not changed is watched again when somebody else changes it later', async () => {
    const { rerender } = await open();
    await sayYesWithLinkOnly();
    const release: ReleaseState = { ...NONE, standing: 'elsewhere', at: '2026-03-04T12:00:00.000Z' };
    rerender(shown({ ...VIDEO, release }));
    rerender(shown({ ...VIDEO, transcript: 'I danced.', release: { ...release, cutHash: 'c2' } }));
    await screen.findByText(/^This video has changed/);
    expect(screen.queryByText('I danced.')).toBeNull();
  });

  it.each([
    ['no', 'No', 'It is written down. It is not published.'],
    ['elsewhere', 'Yes, publish', 'Thank you. It is written down that you said yes.'],
    ['outdated', 'Yes, publish', 'Thank you. It is written down that you said yes.'],
  ] as const)(
    'that somebody else has changed since they answered is watched again: %s',
    async (standing, button, done) => {
      const { rerender } = await open();
      await press(button);
      if (button !== 'No') {
        await userEvent.click(screen.getByRole('checkbox', { name: /^The documentary/ }));
        await press(button);
      }
      await screen.findByText(done);
      const release: ReleaseState = { ...NONE, standing, cutHash: 'c2', at: '2026-03-04T12:00:00.000Z' };
      rerender(shown({ ...VIDEO, transcript: 'I danced.', release }));
      await screen.findByText(/^This video has changed since you opened it/);
      expect(screen.queryByText('I danced.')).toBeNull();
      expect(screen.queryByRole('button', { name: 'Yes, publish' })).toBeNull();
    },
  );

  it('of words alone is asked about as words, not as a film', async () => {
    const words = { ...VIDEO, cues: null, videoUrl: null, mimeType: null, durationSeconds: null };
    await server.open('/my-story');
    const { rerender, container } = render(shown(words));
    screen.getByText(/^My answer is for exactly these words and this name\./);
    await press('Yes, publish');
    screen.getByRole('checkbox', { name: 'The archive: anyone can find, read and search it.' });
    screen.getByRole('checkbox', { name: /^Only with the link: who has the link can read it\./ });
    expect(container.textContent).not.toMatch(/watch|this film/i);
    rerender(shown({ ...words, transcript: 'I loved to dance.', release: { ...NONE, cutHash: 'c2' } }));
    await screen.findByText('These words have changed since you opened them. Please read them again first.');
  });

  it('says in the server’s words why an answer was not taken', async () => {
    const message = 'This video has changed since you watched it. Please watch it again first.';
    server.on(RELEASE, { status: 409, body: { code: 'cut_changed', message, cutHash: 'c2' } });
    await open();
    await press('No');
    await screen.findByText(message);
  });

  it.each([
    ['expired', 'The time of your yes of Mar 4, 2026 is over'],
    ['elsewhere', 'You said yes on Mar 4, 2026, and not to the archive'],
    ['none', 'Waiting for your yes'],
    ['outdated', 'Changed since your answer. Waiting for your yes'],
    ['yes', 'You said yes on Mar 4, 2026'],
    ['change', 'You asked for changes on Mar 4, 2026'],
    ['no', 'You said no on Mar 4, 2026'],
  ] as const)('tells what was said to it: %s', (standing, text) => {
    expect(saidOf({ ...VIDEO, release: { ...NONE, standing, at: '2026-03-04T12:00:00.000Z' } })).toBe(text);
  });

  it.each([
    ['yes', ['Yes, otherwise', 'Please change', 'No']],
    ['no', ['Yes, publish', 'Please change']],
  ] as const)('offers what was not said yet after a %s', async (standing, names) => {
    await open({ standing, at: '2026-03-04T12:00:00.000Z' });
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(names);
  });

  it('tells what a yes is for, and its limits', () => {
    const terms = {
      uses: ['archive' as const, 'social' as const],
      linkOnly: true,
      publicFrom: new Date('2030-03-04T00:00').toISOString(),
      publicUntil: new Date('2030-04-01T00:00').toISOString(),
    };
    const release = { ...NONE, standing: 'yes' as const, at: '2026-03-04T12:00:00.000Z', terms };
    expect(saidOf({ release })).toBe(
      'You said yes on Mar 4, 2026 · for the archive and social media · only with the link · not before Mar 4, 2030 · not after Mar 31, 2030',
    );
  });
});
