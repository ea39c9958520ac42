import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { AdminAnswer } from '../../../api/contract/staff/admin-answers.js';
import type { AdminPhoto } from '../../../api/contract/staff/admin-participants.js';
import { CONSENT_SOUND_MAX_BYTES } from '../../../api/contract/common/limits.js';
import type { UrgentAnswer } from '../../../api/contract/staff/urgent.js';
import { CONSENT_SOUND_TOO_LARGE } from '../../../api/contract/common/wordings.js';
import {
  adminServer,
  AUDIT,
  openAdmin,
  rowOf,
  section,
  SENDERS,
  SOUND,
  SUMMARY,
  URGENT,
} from '../../testing/admin-screen.js';
import { aPerson } from '../../testing/person-for-specs.js';
import type { ScreenServer } from '../../testing/screen-server.js';

const HEADING = 'Needs somebody today';
const MARK = 'POST /api/admin/users/p1/urgent';
let server: ScreenServer;

const anUrgent = (changes: Partial<UrgentAnswer> = {}): UrgentAnswer => ({
  id: 'u1',
  userId: 'p1',
  name: 'Anna Berg',
  email: 'anna@example.org',
  questionId: 3,
  photoId: null,
  markedAt: new Date(Date.now() - 75 * 60_000 - 5_000).toISOString(),
  markedBy: 'Jo',
  taken: null,
  ...changes,
});
const ANSWER: AdminAnswer = {
  id: 'a1',
  questionId: 3,
  title: 'Life today',
  videoUrl: '/api/admin/answer/a1/stream',
  posterUrl: null,
  originalUrl: '/api/admin/answer/a1/original',
  durationSeconds: 3,
  fileSize: 7,
  preparation: { state: 'ready', problem: null },
  createdAt: '2026-03-01T09:00:00.000Z',
};
const TAKEN = anUrgent({ taken: { at: '2026-03-01T09:00:00.000Z', by: 'Mara' } });
const press = (name: string) => userEvent.click(section(HEADING).getByRole('button', { name }));

/** What Anna sent: words to question 3, wishes, and what she recorded. */
async function openPanel(recorded: AdminAnswer[] = []) {
  server
    .on(SUMMARY, { body: [{ email: 'anna@example.org', count: 1 }] })
    .on('GET /api/admin/users/p1/photos', { body: [] })
    .on('GET /api/admin/user-answers/p1', { body: recorded })
    .on('GET /api/admin/user-answers/p1/written', {
      body: [{ id: 'w1', questionId: 3, text: 'I cannot go on.', revision: 1, changedAt: '2026-03-01T09:00:00.000Z' }],
    })
    .on('GET /api/admin/users/p1/wishes', {
      body: {
        wishes: { words: 'Ask Eva.', contactName: 'Eva', contact: '555', changedAt: '2026-03-01T09:00:00.000Z' },
      },
    });
  await openAdmin(server);
  await userEvent.click((await rowOf('Anna Berg')).getByRole('button', { name: 'View' }));
  return within(await screen.findByRole('dialog', { name: 'Photos of Anna Berg' }));
}

beforeEach(() => {
  server = adminServer([aPerson()]);
});
afterEach(() => server.close());

describe('who needs somebody today', () => {
  it('stands above everything, with the time since, until somebody took it and is done', async () => {
    server
      .on(URGENT, { body: [anUrgent()] })
      .on('POST /api/admin/urgent/u1/take', { body: [TAKEN] })
      .on('POST /api/admin/urgent/u1/done', { body: [] });
    await openAdmin(server);
    await screen.findByRole('heading', { name: HEADING });
    const regions = screen
      .getAllByRole('region')
      .map((region) => within(region).queryAllByRole('heading')[0]?.textContent);
    expect(regions.indexOf(HEADING)).toBe(0);
    section(HEADING).getByText(/^For 1 h 15 min, since .*, said Jo$/);
    section(HEADING).getByText('Nobody has taken it yet.');
    expect(section(HEADING).getByRole('link', { name: 'anna@example.org' }).getAttribute('href')).toBe(
      'mailto:anna@example.org',
    );
    expect(section(HEADING).queryByRole('button', { name: 'Done' })).toBeNull();
    await press('I take it');
    await section(HEADING).findByText(/^Mara has taken it, /);
    await press('Done');
    await waitFor(() => expect(screen.queryByRole('heading', { name: HEADING })).toBeNull());
  });

  it('says the time since anew with every minute', async () => {
    const { setInterval } = globalThis;
    const everyMinute: (() => void)[] = [];
    const ticking = jest.spyOn(globalThis, 'setInterval').mockImplementation((tick: () => void, ms?: number) => {
      if (ms === 60_000) everyMinute.push(tick);
      return setInterval(tick, ms);
    });
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
    try {
      server.on(URGENT, { body: [anUrgent({ markedAt: new Date(now - 75 * 60_000).toISOString() })] });
      await openAdmin(server);
      await screen.findByText(/^For 1 h 15 min, since/);
      clock.mockReturnValue(now + 60_000);
      act(() => everyMinute.forEach((tick) => tick()));
      await screen.findByText(/^For 1 h 16 min, since/);
    } finally {
      clock.mockRestore();
      ticking.mockRestore();
    }
  });

  it('has the keyboard where it was once somebody took it or is done, and says so', async () => {
    const mateo = anUrgent({ id: 'u2', name: 'Mateo Ruiz' });
    server
      .on(URGENT, { body: [anUrgent(), mateo] })
      .on('POST /api/admin/urgent/u1/take', { body: [TAKEN, mateo] })
      .on('POST /api/admin/urgent/u1/done', { body: [mateo] })
      .on('POST /api/admin/urgent/u2/take', { body: [{ ...mateo, taken: TAKEN.taken }] })
      .on('POST /api/admin/urgent/u2/done', { body: [] });
    await openAdmin(server);
    await screen.findByRole('heading', { name: HEADING });
    const rowFor = (name: string) => section(HEADING).getByRole('listitem', { name });
    const pressFor = (name: string, button: string) =>
      userEvent.click(within(rowFor(name)).getByRole('button', { name: button }));
    await pressFor('Anna Berg', 'I take it');
    await screen.findByText('It is yours now');
    await waitFor(() => expect(document.activeElement).toBe(rowFor('Anna Berg')));
    await pressFor('Anna Berg', 'Done');
    await screen.findByText('It is done');
    await waitFor(() => expect(document.activeElement).toBe(rowFor('Mateo Ruiz')));
    await pressFor('Mateo Ruiz', 'I take it');
    const list = section(HEADING).getByRole('list').closest('[tabindex]');
    await userEvent.click(await section(HEADING).findByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: HEADING })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(list));
  });

  it('is given back, which the record of staff shows at once', async () => {
    server.on(URGENT, { body: [TAKEN] }).on('POST /api/admin/urgent/u1/give-back', { body: [anUrgent()] });
    await openAdmin(server);
    await screen.findByRole('heading', { name: HEADING });
    const recordsRead = () => server.received.filter(({ call }) => call === AUDIT).length;
    await waitFor(() => expect(recordsRead()).toBe(1));
    await press('Give it back');
    await section(HEADING).findByText('Nobody has taken it yet.');
    await screen.findByText('It is given back');
    await waitFor(() => expect(recordsRead()).toBe(2));
  });

  it('takes one step at a time', async () => {
    server.on(URGENT, { body: [TAKEN] }).on('POST /api/admin/urgent/u1/done', () => new Promise(() => {}));
    await openAdmin(server);
    await screen.findByRole('heading', { name: HEADING });
    await press('Done');
    expect(section(HEADING).getByRole('button', { name: 'Give it back' })).toHaveProperty('disabled', true);
  });

  it('stays in sight where it cannot be read again', async () => {
    server.on(URGENT, { body: [anUrgent()] });
    await openAdmin(server);
    await screen.findByRole('heading', { name: HEADING });
    server.on(URGENT, { status: 500 });
    await userEvent.click(await screen.findByRole('button', { name: 'Refresh Data' }));
    await waitFor(() => expect(server.received.filter(({ call }) => call === URGENT)).toHaveLength(2));
    await screen.findByRole('button', { name: 'Refresh Data' });
    expect(section(HEADING).getByText('Anna Berg')).toBeTruthy();
  });

  it('says what it is about', async () => {
    server.on(URGENT, { body: [anUrgent(), anUrgent({ id: 'u2', questionId: null, photoId: 'f1' })] });
    await openAdmin(server);
    await screen.findByRole('heading', { name: HEADING });
    section(HEADING).getByText(/, question 3$/);
    section(HEADING).getByText(/, a photo$/);
  });

  it('tells who was faster', async () => {
    server.on(URGENT, { body: [anUrgent()] }).on('POST /api/admin/urgent/u1/take', () => {
      server.on(URGENT, { body: [TAKEN] });
      return { status: 409, body: { code: 'already_taken', message: 'Mara has taken this already.' } };
    });
    await openAdmin(server);
    await screen.findByRole('heading', { name: HEADING });
    await press('I take it');
    await screen.findAllByText('Mara has taken this already.');
    await section(HEADING).findByText(/^Mara has taken it, /);
    await waitFor(() => expect(document.activeElement).toBe(section(HEADING).getByRole('listitem')));
  });

  it('says when that could not be loaded', async () => {
    server.on(URGENT, { status: 500 });
    await openAdmin(server);
    await screen.findByText(/^Who needs somebody today could not be loaded/);
  });

  it('is nothing where there is nobody', async () => {
    await openAdmin(server);
    await screen.findByRole('region', { name: 'All Users' });
    expect(screen.queryByText(HEADING)).toBeNull();
  });

  it('is said beside an answer, recorded or written, once', async () => {
    server.on(MARK, { body: [anUrgent()] });
    const panel = await openPanel();
    await userEvent.click(await panel.findByRole('button', { name: HEADING }));
    const said = await panel.findByText('Needs somebody today: see the top of the page');
    await waitFor(() => expect(document.activeElement).toBe(said));
    expect(server.received.find(({ call }) => call === MARK)?.body).toEqual({ questionId: 3 });
    const wishes = within(await panel.findByRole('region', { name: 'If they cannot decide any more' }));
    wishes.getByText('Ask Eva.');
    wishes.getByText('Eva, 555');
  });

  it('leaves the keyboard where it was pressed, also where the same question was answered on record, too', async () => {
    server.on(MARK, { body: [anUrgent()] });
    const panel = await openPanel([ANSWER]);
    const written = within(await panel.findByRole('article', { name: 'Question 3' }));
    await userEvent.click(await written.findByRole('button', { name: HEADING }));
    const said = await written.findByText('Needs somebody today: see the top of the page');
    expect(panel.getAllByText('Needs somebody today: see the top of the page')).toHaveLength(2);
    await waitFor(() => expect(document.activeElement).toBe(said));
  });

  it('says when an answer was not marked, and that can be tried again', async () => {
    server.on(MARK, { status: 500 });
    const panel = await openPanel();
    const mark = () => panel.getByRole('button', { name: HEADING });
    await panel.findByRole('button', { name: HEADING });
    await userEvent.click(mark());
    await screen.findByText('That was not marked');
    server.on(MARK, { body: [anUrgent()] });
    await userEvent.click(mark());
    expect(await panel.findByText('Needs somebody today: see the top of the page')).toBeTruthy();
  });

  it('is written to at no other address, whatever the e-mail is made of', async () => {
    server.on(URGENT, { body: [anUrgent({ email: '?bcc=spy%40evil.example&x=@foo.com' })] });
    await openAdmin(server);
    expect((await screen.findByRole('link', { name: /^\?bcc=/ })).getAttribute('href')).toBe(
      'mailto:%3Fbcc%3Dspy%2540evil.example%26x%3D@foo.com',
    );
  });

  it('is not said of another answer of the same person, nor of somebody else’s to the same question', async () => {
    const others = [anUrgent({ questionId: 2 }), anUrgent({ id: 'u2', userId: 'p2', name: 'Mateo Ruiz' })];
    server.on(URGENT, { body: others });
    const panel = await openPanel();
    await screen.findByText('Mateo Ruiz');
    await panel.findByRole('button', { name: HEADING });
    expect(panel.queryByText('Needs somebody today: see the top of the page')).toBeNull();
  });
});

describe('what came through the public page', () => {
  it('says that somebody is needed today, and from whom it came', async () => {
    const upload: AdminPhoto = {
      id: 'f1',
      originalName: 'letter.jpg',
      description: 'I cannot go on.',
      mimeType: 'image/jpeg',
      source: 'public_upload',
      fileSize: 2_048,
      preparation: null,
      createdAt: '2026-03-01T09:00:00.000Z',
    };
    const email = 'sam@example.org';
    server
      .on(SENDERS, { body: [{ id: 's1', email, count: 1 }] })
      .on('GET /api/admin/senders/s1/photos', { body: [upload] })
      .on('POST /api/admin/photo/f1/urgent', {
        body: [anUrgent({ userId: null, name: null, email, questionId: null, photoId: 'f1' })],
      });
    await openAdmin(server);
    await userEvent.click((await rowOf(email, 'Uploads under other e-mails')).getByRole('button', { name: 'View' }));
    const panel = within(await screen.findByRole('dialog', { name: `Photos of ${email}` }));
    await userEvent.click(await panel.findByRole('button', { name: HEADING }));
    await panel.findByText('Needs somebody today: see the top of the page');
    await userEvent.click(panel.getByRole('button', { name: 'Close' }));
    section(HEADING).getByText('Sent without a name');
    section(HEADING).getByText(/, the upload page$/);
  });
});

describe('the consent, read aloud', () => {
  const HEARD = 'The consent, read aloud';
  const sound = { isPresent: true, bytes: 2_097_152, changedAt: '2026-03-01T09:00:00.000Z', changedBy: 'Mara' };

  it('is added, and removed after a question', async () => {
    server
      .on('POST /api/admin/consent-sound', { body: { sound } })
      .on('DELETE /api/admin/consent-sound', { body: { sound: null } });
    await openAdmin(server);
    await screen.findByRole('region', { name: HEARD });
    section(HEARD).getByText('There is no sound file. The words are shown alone.');
    const file = new File(['sound'], 'consent.mp3', { type: 'audio/mpeg' });
    await userEvent.upload(section(HEARD).getByLabelText('Sound file of the consent'), file);
    await section(HEARD).findByText(/^It is played \(2 MB, .*, Mara\)\.$/);
    await userEvent.click(section(HEARD).getByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove the sound file?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await screen.findByText('There is no sound file. The words are shown alone.');
    await waitFor(() => expect(document.activeElement).toBe(section(HEARD).getByRole('heading', { name: HEARD })));
  });

  it('says so when the words have changed since, and why a file was refused', async () => {
    server
      .on(SOUND, { body: { sound: { ...sound, isPresent: false, changedBy: null } } })
      .on('POST /api/admin/consent-sound', {
        status: 415,
        body: { code: 'not_sound', message: 'Please choose a sound file: MP3 or M4A.' },
      });
    await openAdmin(server);
    await screen.findByRole('region', { name: HEARD });
    section(HEARD).getByText(/^It is not played: the words have changed since/);
    const file = new File(['words'], 'consent.mp3', { type: 'audio/mpeg' });
    await userEvent.upload(section(HEARD).getByLabelText('Sound file of the consent'), file);
    await screen.findAllByText('Please choose a sound file: MP3 or M4A.');
  });

  it('says that it was not removed, and goes on being played', async () => {
    server.on(SOUND, { body: { sound } }).on('DELETE /api/admin/consent-sound', { status: 500 });
    await openAdmin(server);
    await screen.findByRole('region', { name: HEARD });
    await userEvent.click(section(HEARD).getByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove the sound file?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await screen.findByText('The sound file was not removed');
    section(HEARD).getByText(/^It is played/);
  });

  it('is not sent where it is too large', async () => {
    await openAdmin(server);
    await screen.findByRole('region', { name: HEARD });
    const file = new File(['sound'], 'consent.mp3', { type: 'audio/mpeg' });
    Object.defineProperty(file, 'size', { value: CONSENT_SOUND_MAX_BYTES + 1 });
    await userEvent.upload(section(HEARD).getByLabelText('Sound file of the consent'), file);
    await screen.findByText(CONSENT_SOUND_TOO_LARGE);
    expect(server.received.map(({ call }) => call)).not.toContain('POST /api/admin/consent-sound');
  });
});
