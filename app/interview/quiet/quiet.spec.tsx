import { jest } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { RECORDER_FIRST_BYTES_MS } from '../../../api/contract/common/screen-numbers.js';
import { TRY_AGAIN } from '../../shared/http/http-error.js';
import {
  allowCamera,
  camera,
  open as openPage,
  passTime,
  press,
  server,
  startRecorder,
  useInterview,
} from '../../testing/interview-screen.js';

useInterview();

const tick = globalThis.setInterval;
afterEach(() => {
  globalThis.setInterval = tick;
});

const open = async () => {
  await openPage();
  await screen.findByRole('heading', { name: 'Life before' });
};
const choose = async (role: 'menuitem' | 'menuitemradio' | 'menuitemcheckbox', name: RegExp) => {
  await press('Settings');
  await userEvent.click(await screen.findByRole(role, { name }));
};
const frame = () => document.querySelector<HTMLElement>('.interview')!.dataset;

const ways = async () =>
  (await screen.findByRole('button', { name: 'Other ways to answer' })).closest<HTMLElement>('.interview-ways')!;

/** Ten in the morning. */
const inDays = (days: number) => {
  const day = new Date();
  day.setDate(day.getDate() + days);
  day.setHours(10, 0, 0, 0);
  return day;
};

it('is entered and left by a press, and remembers the hand', async () => {
  await open();
  expect(frame().quiet).toBeUndefined();
  await choose('menuitemcheckbox', /Quiet way/);
  await waitFor(() => expect(frame()).toMatchObject({ quiet: 'true', hand: 'both' }));
  await choose('menuitemradio', /left hand/);
  await waitFor(() => expect(frame().hand).toBe('left'));
  cleanup();
  await open();
  expect(frame()).toMatchObject({ quiet: 'true', hand: 'left' });
  await choose('menuitemcheckbox', /Quiet way/);
  await waitFor(() => expect(frame().quiet).toBeUndefined());
});

describe('where something else is needed than to record', () => {
  const wait = globalThis.setTimeout;
  afterEach(() => {
    globalThis.setTimeout = wait;
  });
  const giveUpAtOnce = () => {
    globalThis.setTimeout = ((run: () => void, ms: number) =>
      wait(run, ms === RECORDER_FIRST_BYTES_MS ? 0 : ms)) as typeof setTimeout;
  };

  it('needs no other way before anything is pressed, nor while all is well', async () => {
    await open();
    expect((await ways()).dataset.wayOut).toBeUndefined();
    await allowCamera();
    expect((await ways()).dataset.wayOut).toBeUndefined();
  });

  it.each<[string, string | RegExp, () => void]>([
    ['the browser cannot record', 'Browser not supported', () => camera.uninstall()],
    ['the camera is refused', 'Camera access denied', () => (camera.refusal = 'NotAllowedError')],
    [
      'nothing comes',
      /^This browser hands over no recording/,
      () => {
        giveUpAtOnce();
        camera.withholds = true;
      },
    ],
  ])('keeps the ways that are named in view: %s', async (_why, said, prepare) => {
    prepare();
    await open();
    await press('Allow Camera Access');
    expect((await screen.findByRole('alert')).textContent).toMatch(said);
    expect((await ways()).dataset.wayOut).toBe('true');
  });

  it('keeps them in view where no picture comes', async () => {
    giveUpAtOnce();
    camera.withholds = 'picture';
    await open();
    await press('Allow Camera Access');
    await screen.findAllByText('Only your voice is recorded');
    await waitFor(async () => expect((await ways()).dataset.wayOut).toBe('true'));
  });
});

it('goes its usual way where what is remembered is no setting of ours', async () => {
  localStorage.setItem('interview-quiet', '{"isQuiet":"yes","hand":"third"}');
  await open();
  expect(frame().quiet).toBeUndefined();
});

it('records by itself once somebody speaks, where that is wanted, and not otherwise', async () => {
  await open();
  await allowCamera();
  camera.loudness = 0;
  await choose('menuitemcheckbox', /Hands-free/);
  await screen.findByText('Hands-free: it starts when you speak.');
  camera.loudness = 0.5;
  await screen.findByText(/Recording starts in/);
  await press('Cancel');
  // Whoever says no by a press is left alone.
  await screen.findByRole('button', { name: 'Record' });
  await waitFor(() => expect(screen.queryByText('Hands-free: it starts when you speak.')).toBeNull());
});

it('hears nothing while the page is not seen, and listens again afterwards', async () => {
  await open();
  await allowCamera();
  camera.loudness = 0;
  await choose('menuitemcheckbox', /Hands-free/);
  await screen.findByText('Hands-free: it starts when you speak.');
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  camera.loudness = 0.5;
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(screen.queryByText(/Recording starts in/)).toBeNull();
  hidden.mockRestore();
  await screen.findByText(/Recording starts in/);
});

/** What is listened to is listened to so often that its twenty seconds pass in less than one. */
const hearOften = () => {
  const HEARD_EVERY_MS = 250;
  globalThis.setInterval = ((run: () => void, ms?: number) =>
    tick(run, ms === HEARD_EVERY_MS ? 5 : ms)) as typeof setInterval;
};

it('pauses nobody in a browser that lets nothing be heard', async () => {
  hearOften();
  await open();
  await allowCamera();
  camera.loudness = 0;
  await choose('menuitemcheckbox', /Hands-free/);
  camera.loudness = 0.5;
  await screen.findByText(/Recording starts in/);
  passTime(3_000);
  await screen.findByText('Recording');
  camera.hearing = 'suspended';
  camera.loudness = 0;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(screen.queryByText(/^Paused/)).toBeNull();
  await press('Stop');
  await screen.findByRole('heading', { name: 'Review your recording' });
});

it('does not say that it listens where the browser refuses that, and records by a press', async () => {
  camera.hearing = 'refused';
  await open();
  await allowCamera();
  await choose('menuitemcheckbox', /Hands-free/);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(screen.queryByText('Hands-free: it starts when you speak.')).toBeNull();
  await startRecorder();
  expect(camera.listening).toBe(0);
  await press('Stop');
  await screen.findByRole('heading', { name: 'Review your recording' });
});

it('listens no longer than that is wanted, or than its page is there', async () => {
  camera.loudness = 0;
  await open();
  await allowCamera();
  await choose('menuitemcheckbox', /Hands-free/);
  await waitFor(() => expect(camera.listening).toBe(1));
  await choose('menuitemcheckbox', /Hands-free/);
  await waitFor(() => expect(camera.listening).toBe(0));
  await choose('menuitemcheckbox', /Hands-free/);
  await waitFor(() => expect(camera.listening).toBe(1));
  cleanup();
  expect(camera.listening).toBe(0);
});

it('goes on by itself after a pause that silence made, and after no other', async () => {
  hearOften();
  await open();
  await allowCamera();
  camera.loudness = 0;
  await choose('menuitemcheckbox', /Hands-free/);
  camera.loudness = 0.5;
  await screen.findByText(/Recording starts in/);
  passTime(3_000);
  await screen.findByText('Recording');
  camera.loudness = 0;
  await screen.findByText('Paused after 20 seconds of silence. It goes on when you speak.');
  camera.loudness = 0.5;
  await screen.findByText('Recording');
  await press('Pause');
  await screen.findByText('Paused. Take all the time you need.');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(screen.queryByText('Recording')).toBeNull();
  await press('Stop');
  await screen.findByRole('heading', { name: 'Review your recording' });
});

it('reminds by mail on the day that is picked, and takes that back', async () => {
  let at: string | null = null;
  server.on('GET /api/reminder', () => ({ body: { at } }));
  server.on('PUT /api/reminder', ({ body }) => {
    ({ at } = body as { at: string });
    return { body: { at } };
  });
  server.on('DELETE /api/reminder', { status: 204 });
  await open();
  await choose('menuitem', /Remind me by mail/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Remind me' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Remind me on that day' }));
  await dialog.findByText(/^We write to you on /);
  expect(Date.parse(at!)).toBeGreaterThan(Date.now());
  await userEvent.click(dialog.getByRole('button', { name: 'Do not remind me' }));
  await dialog.findByText('You are not reminded.');
});

it('gives the focus back to the settings after a dialog that was opened from them', async () => {
  server.on('GET /api/reminder', { body: { at: null } });
  await open();
  await choose('menuitem', /Remind me by mail/);
  await screen.findByRole('dialog', { name: 'Remind me' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Settings' })));
});

it('reminds in the morning of the next day, or of the day that is picked', async () => {
  const asked: unknown[] = [];
  server.on('GET /api/reminder', { body: { at: null } });
  server.on('PUT /api/reminder', ({ body }) => {
    asked.push((body as { at: string }).at);
    return { body };
  });
  const [tomorrow, later] = [inDays(1), inDays(5)];
  await open();
  await choose('menuitem', /Remind me by mail/);
  await press('Remind me on that day');
  await waitFor(() => expect(asked).toHaveLength(1));
  // It may be past midnight since.
  expect([tomorrow, inDays(1)].map((day) => day.toISOString())).toContain(asked[0]);
  const value = new Intl.DateTimeFormat('sv').format(later);
  fireEvent.change(screen.getByLabelText('Day'), { target: { value } });
  await press('Remind me on that day');
  await waitFor(() => expect(asked.at(-1)).toBe(later.toISOString()));
});

it('says in words of the server why somebody is not reminded', async () => {
  server.on('GET /api/reminder', { body: { at: null } });
  server.on('PUT /api/reminder', { status: 403, body: { code: 'email_unproven', message: 'Open the link first.' } });
  await open();
  await choose('menuitem', /Remind me by mail/);
  await press('Remind me on that day');
  await screen.findByText('Open the link first.');
});

it('says that it was not changed where no answer comes, by which somebody is reminded, or no more', async () => {
  let at: string | null = null;
  server.on('GET /api/reminder', () => ({ body: { at } }));
  server.on('PUT /api/reminder', 'cut').on('DELETE /api/reminder', 'cut');
  await open();
  await choose('menuitem', /Remind me by mail/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Remind me' }));
  const remind = () => userEvent.click(dialog.getByRole('button', { name: 'Remind me on that day' }));
  await remind();
  await dialog.findByText(TRY_AGAIN);
  server.on('PUT /api/reminder', ({ body }) => {
    ({ at } = body as { at: string });
    return { body: { at } };
  });
  await remind();
  await dialog.findByText(/^We write to you on /);
  expect(dialog.queryByText(TRY_AGAIN)).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Do not remind me' }));
  await dialog.findByText(TRY_AGAIN);
});
