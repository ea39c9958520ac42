import { TRACKED_STEPS } from '../../api/contract/interview/steps.js';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  adminServer,
  allUsers,
  ELSEWHERE,
  HEALTH,
  namesIn,
  openAdmin,
  rowOf,
  section,
  SENDERS,
  SUMMARY,
  USERS,
  NIGHTLY_LOOK,
} from '../testing/admin-screen.js';
import { aPerson } from '../testing/person-for-specs.js';
import type { ScreenServer } from '../testing/screen-server.js';
import { PUBLISHED_LATER, REFUSED, SESSION } from '../testing/staff-screen.js';

const ANNA = aPerson({ createdAt: '2026-03-01T09:00:00.000Z' });
const MATEO = aPerson({
  id: 'p2',
  firstName: 'Mateo',
  lastName: 'Ruiz',
  email: 'mateo@example.org',
  instagram: '@mateo',
  tag: true,
  createdAt: '2026-03-02T09:00:00.000Z',
  mediaUploadCompletedAt: '2026-03-04T15:12:00.000Z',
});
const ZOE = aPerson({
  id: 'p3',
  firstName: 'Zoë',
  lastName: 'Adams',
  email: 'zoe@example.org',
  createdAt: '2026-03-03T09:00:00.000Z',
  mediaUploadCompletedAt: '2026-03-03T15:12:00.000Z',
});
const DONE = aPerson({ ...ZOE, id: 'p4', firstName: 'Ida', lastName: 'Moe', email: 'ida@example.org', done: true });
const STEPS = TRACKED_STEPS.map(({ column }) => column);
const READY_COLUMNS = ['Name', 'E-mail', 'Media upload completed', 'Photos', 'Tag on social', 'Instagram', 'TikTok'];
const FAILURE = { status: 500, body: { code: 'internal', message: 'The disk is full' } };
let server: ScreenServer;

const headings = (table: string) =>
  section(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
    .join('');
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
const calls = (call: string) => server.received.filter((one) => one.call === call);

beforeEach(() => {
  server = adminServer([ANNA, MATEO, ZOE]);
});
afterEach(() => server.close());

const NIGHT = '2026-03-04T05:00:01.000Z';

describe('the dashboard', () => {
  it('says that it loads, and how many users and media there are', async () => {
    const { promise: users, resolve: give } = Promise.withResolvers<{ body: unknown }>();
    server.on(USERS, () => users);
    server.on(SUMMARY, { body: [{ email: 'anna@example.org', count: 1_200 }] });
    await openAdmin(server);
    expect(screen.getByText('Loading users…')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'All Users' })).toBeNull();
    await waitFor(() => expect(calls(USERS)).toHaveLength(1));
    give({ body: [ANNA, MATEO, ZOE] });
    await screen.findByRole('region', { name: 'All Users' });
    const overview = section('Overview');
    expect(overview.getByText('3')).toBeTruthy();
    expect(await overview.findByText('1,200')).toBeTruthy();
    expect(overview.getByText(/^As of /)).toBeTruthy();
    expect(screen.queryByText('Loading users…')).toBeNull();
  });

  it('says at its top who has taken back their story lately, the newest first, and what waits elsewhere', async () => {
    server.on(USERS, {
      body: [
        { ...ANNA, notShown: { as: 'hidden', at: daysAgo(3) } },
        { ...MATEO, notShown: { as: 'withdrawn', at: daysAgo(15) } },
        { ...ZOE, notShown: { as: 'withdrawn', at: daysAgo(1) } },
        DONE,
      ],
    });
    await openAdmin(server);
    const list = await screen.findByRole('list', { name: 'Taken back lately' });
    const [first, second, ...rest] = within(list).getAllByRole('listitem');
    expect(first?.textContent).toMatch(/^Zoë Adams Withdrew their story /);
    expect(second?.textContent).toMatch(/^Anna Berg Has hidden their story since /);
    expect(rest).toEqual([]);
    expect(screen.queryByText(/under “Stories elsewhere”/)).toBeNull();
    const removal = {
      id: 'r1',
      kind: 'host',
      place: 'Vimeo',
      address: null,
      cause: 'hidden',
      person: null,
      askedAt: daysAgo(20),
      settled: null,
    };
    server.on(USERS, { body: [ANNA] }).on(ELSEWHERE, { body: { places: [], removals: [removal] } });
    await userEvent.click(await screen.findByRole('button', { name: 'Refresh Data' }));
    await screen.findByText('1 removal waits for you under “Stories elsewhere”.');
    expect(screen.queryByRole('list', { name: 'Taken back lately' })).toBeNull();
  });

  it('is silent about what was taken back where nothing was', async () => {
    await openAdmin(server);
    await screen.findByRole('region', { name: 'All Users' });
    await section('Stories elsewhere').findByText('Nothing to remove elsewhere');
    expect(screen.queryByRole('heading', { name: 'Taken back lately' })).toBeNull();
  });

  it('says when a backup was last proven, and when none was', async () => {
    await openAdmin(server);
    await screen.findByText('No backup yet');
    server.on(HEALTH, { body: { details: { backup: { lastProvenAt: '2026-03-04T15:12:00.000Z' } } } });
    await userEvent.click(await screen.findByRole('button', { name: 'Refresh Data' }));
    await screen.findByText(/^Last proven backup: Mar \d, 2026, /);
    expect(screen.queryByText('No backup yet')).toBeNull();
  });

  it('says nothing of backups while the server does not do well', async () => {
    server.on(HEALTH, { status: 503, body: { code: 'not_ready', message: 'Not ready: media.' } });
    await openAdmin(server);
    await screen.findByRole('region', { name: 'All Users' });
    await waitFor(() => expect(calls(HEALTH)).not.toHaveLength(0));
    expect(screen.queryByText(/backup/)).toBeNull();
  });

  it('is quiet after an ordinary night', async () => {
    const notice = { part: 'mail', severity: 'notice', text: 'No mail server is set.' };
    server.on(NIGHTLY_LOOK, { body: { at: NIGHT, isOld: false, findings: [notice], more: 0 } });
    await openAdmin(server);
    await screen.findByText(/^Looked at everything Mar \d, 2026, .*; nothing is wrong$/);
    expect(screen.queryByRole('heading', { name: /nightly look|wrong with the site/ })).toBeNull();
    await userEvent.click(screen.getByText('One thing to know'));
    screen.getByText('Mail: No mail server is set.');
  });

  it('says above all what the night has found to be wrong, and when no night has looked', async () => {
    const wrong = { part: 'room', severity: 'wrong', text: '1.0 GB (1 %) are free.' };
    server.on(NIGHTLY_LOOK, { body: { at: NIGHT, isOld: false, findings: [wrong], more: 3 } });
    await openAdmin(server);
    await screen.findByRole('region', { name: 'Something is wrong with the site' });
    const trouble = section('Something is wrong with the site');
    expect(trouble.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Room: 1.0 GB (1 %) are free.',
      'And 3 more',
    ]);
    server.on(NIGHTLY_LOOK, { body: { at: NIGHT, isOld: true, findings: [], more: 0 } });
    await userEvent.click(await screen.findByRole('button', { name: 'Refresh Data' }));
    await screen.findByRole('region', { name: 'The nightly look has not happened' });
    screen.getByText(/^The last look was on Mar/);
  });

  it('says when the users cannot be loaded, and loads them at a press', async () => {
    server.on(USERS, FAILURE);
    await openAdmin(server);
    await screen.findByText('The users could not be loaded. Press Refresh Data to try again.');
    expect(screen.queryByRole('region', { name: 'All Users' })).toBeNull();
    server.on(USERS, { body: [ANNA] });
    await userEvent.click(await screen.findByRole('button', { name: 'Refresh Data' }));
    await rowOf('Anna Berg');
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });

  it('keeps what it shows when it cannot be refreshed, and says from when that is', async () => {
    await openAdmin(server);
    await rowOf('Anna Berg');
    server.on(USERS, FAILURE).on(SUMMARY, FAILURE);
    await userEvent.click(await screen.findByRole('button', { name: 'Refresh Data' }));
    await screen.findByText(/^The data could not be refreshed\. What you see is from /);
    await screen.findByText('Photo loading error: Failed to fetch photo summary');
    expect(namesIn('All Users')).toHaveLength(3);
  });

  it('says that nobody has registered yet', async () => {
    server.on(USERS, { body: [] });
    await openAdmin(server);
    await screen.findByText('No users registered yet');
    expect(screen.getByText('A person appears here as soon as they have registered.')).toBeTruthy();
    expect(screen.getByText('No users are ready for processing')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Uploads under other e-mails' })).toBeNull();
  });
});

const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }));

describe('the density of the lists', () => {
  it('is chosen once for this browser', async () => {
    await openAdmin(server);
    expect(screen.getByRole('group', { name: 'Density of the lists' })).toBeTruthy();
    expect(document.documentElement.dataset.density).toBe('comfortable');
    await choose('Compact');
    expect(document.documentElement.dataset.density).toBe('compact');
    cleanup();
    expect(document.documentElement.dataset.density).toBeUndefined();
    await openAdmin(server);
    expect(screen.getByRole('radio', { name: 'Compact' })).toHaveProperty('checked', true);
    expect(document.documentElement.dataset.density).toBe('compact');
    await choose('Comfortable');
    expect(localStorage.getItem('staff-density')).toBe('comfortable');
  });
});

describe('all users', () => {
  it('begin with the newest, and stand in the order of the heading that is pressed', async () => {
    await openAdmin(server);
    await rowOf('Anna Berg');
    expect(namesIn('All Users')).toEqual(['Zoë Adams', 'Mateo Ruiz', 'Anna Berg']);
    const columns = ['Name', 'E-mail', 'Registered', ...STEPS, 'Media upload', 'Photos needed', 'Photos', 'Actions'];
    expect(headings('All Users')).toBe(columns.join(''));
    await userEvent.click(allUsers().getByRole('button', { name: 'Name' }));
    expect(namesIn('All Users')).toEqual(['Anna Berg', 'Mateo Ruiz', 'Zoë Adams']);
    expect(allUsers().getByRole('columnheader', { name: /Name/ }).getAttribute('aria-sort')).toBe('ascending');
    await userEvent.click(allUsers().getByRole('button', { name: 'Name' }));
    expect(namesIn('All Users')).toEqual(['Zoë Adams', 'Mateo Ruiz', 'Anna Berg']);
    expect(allUsers().getByRole('columnheader', { name: /Name/ }).getAttribute('aria-sort')).toBe('descending');
  });

  it('are found by words and by how far they are, and all come back at a press', async () => {
    await openAdmin(server);
    await rowOf('Anna Berg');
    await userEvent.type(allUsers().getByLabelText('Find by name, e-mail or handle'), '@MATEO');
    await waitFor(() => expect(namesIn('All Users')).toEqual(['Mateo Ruiz']));
    expect(allUsers().getByText('1 of 3')).toBeTruthy();
    await userEvent.selectOptions(allUsers().getByLabelText('Show'), 'Still in the interview');
    await allUsers().findByText('No user matches.');
    await userEvent.click(allUsers().getByRole('button', { name: 'Show everyone' }));
    await waitFor(() => expect(namesIn('All Users')).toHaveLength(3));
    expect(allUsers().getByLabelText('Show')).toHaveProperty('value', '');
  });

  it('say whose e-mail nobody has proven, and what waits unclaimed under it', async () => {
    const proven = aPerson({ id: 'p5', firstName: 'Bo', emailProvenAt: '2026-03-02T00:00:00.000Z' });
    server.on(USERS, { body: [proven, { ...ANNA, unclaimed: { answers: 1, photos: 2 } }] });
    await openAdmin(server);
    const anna = await rowOf('Anna Berg');
    expect(anna.getByText('Not confirmed by mail yet')).toBeTruthy();
    expect(anna.getByText('Unclaimed: the name, 1 answer, 2 photos')).toBeTruthy();
    expect((await rowOf('Bo Berg')).queryByText('Not confirmed by mail yet')).toBeNull();
  });

  it('say who has hidden or withdrawn their story, and since when', async () => {
    const at = '2026-03-02T10:00:00.000Z';
    const bo = aPerson({ id: 'p5', firstName: 'Bo', notShown: { as: 'withdrawn', at } });
    server.on(USERS, { body: [bo, { ...ANNA, notShown: { as: 'hidden', at } }] });
    await openAdmin(server);
    expect((await rowOf('Anna Berg')).getByText(/^Has hidden their story since Mar 2, 2026/)).toBeTruthy();
    expect((await rowOf('Bo Berg')).getByText(/^Withdrew their story Mar 2, 2026/)).toBeTruthy();
  });

  it('are written to at no other address, whatever their e-mail is made of', async () => {
    server.on(USERS, { body: [aPerson({ email: '?bcc=spy%40evil.example&x=@foo.com' })] });
    await openAdmin(server);
    const row = await rowOf('Anna Berg');
    expect(row.getByRole('link', { name: /^\?bcc=/ }).getAttribute('href')).toBe(
      'mailto:%3Fbcc%3Dspy%2540evil.example%26x%3D@foo.com',
    );
  });

  it('say whose story was opened again, and whether it was handed in since', async () => {
    const reopened = { reopenedAt: '2026-03-04T15:12:00.000Z' };
    const again = aPerson({ id: 'p5', firstName: 'Bo', ...reopened, status: 'submitted' });
    server.on(USERS, { body: [again, { ...ANNA, ...reopened, status: 'in_progress' }] });
    await openAdmin(server);
    const [anna, bo] = [await rowOf('Anna Berg'), await rowOf('Bo Berg')];
    expect(anna.getByText(/^Reopened/).textContent).toMatch(/^Reopened Mar 4, 2026.*, not submitted again yet$/);
    expect(bo.getByText(/^Reopened/).textContent).toMatch(/^Reopened Mar 4, 2026.*, submitted again since$/);
  });

  it('are paged when there are many', async () => {
    const many = Array.from({ length: 51 }, (_, index) => aPerson({ id: `p${index}`, email: `${index}@example.org` }));
    server.on(USERS, { body: many });
    await openAdmin(server);
    await screen.findByRole('region', { name: 'All Users' });
    expect(namesIn('All Users')).toHaveLength(50);
    const pages = within(screen.getByRole('navigation', { name: 'Pages of All Users' }));
    expect(pages.getByText('1–50 of 51')).toBeTruthy();
    expect(pages.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
    await userEvent.click(pages.getByRole('button', { name: 'Next' }));
    expect(namesIn('All Users')).toHaveLength(1);
    expect(pages.getByText('51–51 of 51')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.tagName).toBe('TR'));
  });

  it('show a mark for every step, with its date at hover, focus and press', async () => {
    server.on(USERS, {
      body: [
        { ...ANNA, identityConfirmedAt: '2026-03-04T15:12:00.000Z', lifeTodayCompletedAt: '2026-03-06T08:00:00.000Z' },
      ],
    });
    await openAdmin(server);
    const anna = await rowOf('Anna Berg');
    const [first, last] = anna.getAllByRole('button', { name: /^Q\d/ });
    expect(first!.getAttribute('aria-label')).toMatch(/^Q0 Identity: Mar 4, 2026, \d+:12\s[AP]M$/);
    expect(last!.getAttribute('aria-label')).toMatch(/^Q4 Today: Mar 6, 2026, /);
    expect(anna.getAllByText('Not yet')).toHaveLength(STEPS.length - 1);
    const shownDate = () => anna.queryByText(/^Mar [46], 2026, /, { selector: 'time.tabular-nums' })?.textContent;
    expect(shownDate()).toBeUndefined();
    await userEvent.hover(first!);
    expect(shownDate()).toMatch(/^Mar 4/);
    await userEvent.unhover(first!);
    expect(shownDate()).toBeUndefined();
    await userEvent.click(last!);
    expect(shownDate()).toMatch(/^Mar 6/);
    await userEvent.keyboard('{Escape}');
    expect(shownDate()).toBeUndefined();
    await userEvent.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(first);
    expect(shownDate()).toMatch(/^Mar 4/);
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(last);
    expect([first!.tabIndex, last!.tabIndex]).toEqual([0, -1]);
  });

  it('are a line each on a phone, with the rest at a press', async () => {
    const wide = globalThis.matchMedia;
    globalThis.matchMedia = (media) => Object.assign(wide(media), { matches: media.includes('width <') });
    try {
      await openAdmin(server);
      await screen.findByRole('region', { name: 'All Users' });
      const card = within(await allUsers().findByRole('listitem', { name: 'Mateo Ruiz' }));
      const line = card.getByRole('button', { expanded: false });
      // The photos are counted by a call of their own.
      await waitFor(() => expect(line.textContent).toBe(`Mateo Ruiz 1 of ${STEPS.length} steps · 0 photos`));
      expect(card.queryByText('mateo@example.org')).toBeNull();
      await userEvent.click(line);
      card.getByText('mateo@example.org');
      card.getByRole('button', { name: 'Delete', description: 'Mateo Ruiz' });
      const ready = section('Ready for processing').getByRole('listitem', { name: 'Mateo Ruiz' });
      expect(ready.textContent).toMatch(/^Mateo Ruiz Since Mar 4, 2026, .*M · 0 photos$/);
      await userEvent.click(line);
      expect(card.queryByText('mateo@example.org')).toBeNull();
    } finally {
      globalThis.matchMedia = wide;
    }
  });

  it('are asked for photos, or not, at once; and as before when that is refused', async () => {
    server.on('PATCH /api/admin/users/p1', ({ body }) => ({ body: { ...ANNA, ...(body as object) } }));
    await openAdmin(server);
    const anna = await rowOf('Anna Berg');
    const needed = () => anna.getByRole('switch', { name: 'Photos needed' });
    const isNeeded = () => needed().getAttribute('aria-checked');
    await userEvent.click(needed());
    expect(isNeeded()).toBe('false');
    // Until the server has answered, another press does nothing.
    await waitFor(() => expect(needed().ariaBusy).toBeNull());
    expect(calls('PATCH /api/admin/users/p1')[0]?.body).toEqual({ photosNeeded: false });
    expect(isNeeded()).toBe('false');
    server.on('PATCH /api/admin/users/p1', FAILURE);
    await userEvent.click(needed());
    await screen.findByText('Failed to change photos needed');
    expect(isNeeded()).toBe('false');
  });
});

const ask = async () => {
  await userEvent.click((await rowOf('Mateo Ruiz')).getByRole('button', { name: 'Delete' }));
  return within(await screen.findByRole('alertdialog', { name: 'Delete this user?' }));
};

describe('a user who is deleted', () => {
  const DELETE = 'DELETE /api/admin/delete-user/p2';

  it('is asked about first, and stays at Cancel', async () => {
    await openAdmin(server);
    const dialog = await ask();
    expect(
      dialog.getByText(
        'Mateo Ruiz (mateo@example.org): the answers, the photos, the showcase videos, the public story, and what anyone has sent under this e-mail are deleted for good.',
      ),
    ).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBe(document.activeElement);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(calls(DELETE)).toEqual([]);
    expect(namesIn('All Users')).toHaveLength(3);
  });

  it('goes, and the row that stands there now has the focus', async () => {
    await openAdmin(server);
    const dialog = await ask();
    server.on(DELETE, { body: { id: 'p2' } }).on(USERS, { body: [ANNA, ZOE] });
    await userEvent.click(dialog.getByRole('button', { name: 'Delete user' }));
    await allUsers().findByText('Mateo Ruiz and all their data are deleted.');
    expect(namesIn('All Users')).toEqual(['Zoë Adams', 'Anna Berg']);
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Anna Berg'));
  });

  it('is gone also where the public pages follow later, which is said', async () => {
    await openAdmin(server);
    const dialog = await ask();
    server.on(DELETE, PUBLISHED_LATER).on(USERS, { body: [ANNA, ZOE] });
    await userEvent.click(dialog.getByRole('button', { name: 'Delete user' }));
    await allUsers().findByText(/^Mateo Ruiz and all their data are deleted\. The public pages could not be brought/);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Anna Berg'));
  });

  it('stays when that fails, which stays written', async () => {
    server.on(DELETE, FAILURE);
    await openAdmin(server);
    await userEvent.click((await ask()).getByRole('button', { name: 'Delete user' }));
    await allUsers().findByText('Failed to delete user: The disk is full');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(namesIn('All Users')).toHaveLength(3);
  });
});

describe('who is ready for processing', () => {
  const MARK = 'PATCH /api/admin/mark-user-done/p3';

  it('stands there, the longest waiting first, until Done is pressed', async () => {
    server.on(MARK, { body: { ...ZOE, done: true } });
    await openAdmin(server);
    const zoe = await rowOf('Zoë Adams', 'Ready for processing');
    expect(namesIn('Ready for processing')).toEqual(['Zoë Adams', 'Mateo Ruiz']);
    expect(headings('Ready for processing')).toMatch(new RegExp(`^${READY_COLUMNS.join('')}`));
    const mateo = await rowOf('Mateo Ruiz', 'Ready for processing');
    for (const text of ['mateo@example.org', 'Yes', '@mateo']) expect(mateo.getByText(text)).toBeTruthy();
    await userEvent.click(zoe.getByRole('button', { name: 'Done' }));
    await section('Ready for processing').findByText('Zoë Adams is done.');
    expect(namesIn('Ready for processing')).toEqual(['Mateo Ruiz']);
    expect(calls(MARK)[0]?.body).toEqual({ done: true });
    expect((await rowOf('Zoë Adams')).getByText('Done')).toBeTruthy();
  });

  it('stays there when that fails', async () => {
    server.on(MARK, { status: 409, body: { code: 'media_upload_open', message: 'Nothing was uploaded' } });
    await openAdmin(server);
    await userEvent.click((await rowOf('Zoë Adams', 'Ready for processing')).getByRole('button', { name: 'Done' }));
    await section('Ready for processing').findByText('Failed to mark user as done: Nothing was uploaded');
    expect(namesIn('Ready for processing')).toEqual(['Zoë Adams', 'Mateo Ruiz']);
  });

  it('comes back when Done is taken back, and says when it cannot', async () => {
    const TAKE_BACK = 'PATCH /api/admin/mark-user-done/p4';
    server.on(USERS, { body: [DONE] }).on(TAKE_BACK, FAILURE);
    await openAdmin(server);
    const ida = await rowOf('Ida Moe');
    await userEvent.click(ida.getByRole('button', { name: 'Not done' }));
    await allUsers().findByText('Failed to take Done back: The disk is full');
    server.on(TAKE_BACK, { body: { ...DONE, done: false } });
    await userEvent.click(ida.getByRole('button', { name: 'Not done' }));
    await allUsers().findByText('Ida Moe is ready for processing again.');
    expect(calls(TAKE_BACK)[1]?.body).toEqual({ done: false });
    expect(namesIn('Ready for processing')).toEqual(['Ida Moe']);
  });

  it('says nothing of a session that has ended: the gate does', async () => {
    await openAdmin(server);
    const zoe = await rowOf('Zoë Adams', 'Ready for processing');
    server.on(MARK, REFUSED).on(SESSION, REFUSED);
    await userEvent.click(zoe.getByRole('button', { name: 'Done' }));
    await screen.findByText(/^Your session has ended/);
    expect(document.body.textContent).not.toContain('Failed to mark user as done');
  });
});

const askAboutUploads = async () => {
  const row = await rowOf('stranger@example.org', 'Uploads under other e-mails');
  await userEvent.click(row.getByRole('button', { name: 'Delete' }));
  return within(await screen.findByRole('alertdialog', { name: 'Delete these uploads?' }));
};

const uploads = () => section('Uploads under other e-mails');

describe('uploads under other e-mails', () => {
  const REMOVE = 'DELETE /api/admin/senders/s1/photos';
  beforeEach(() => server.on(SENDERS, { body: [{ id: 's1', email: 'stranger@example.org', count: 2 }] }));

  it('can be deleted, which stays written once nothing is left', async () => {
    await openAdmin(server);
    const dialog = await askAboutUploads();
    server.on(REMOVE, { body: { removed: 2 } }).on(SENDERS, { body: [] });
    await userEvent.click(dialog.getByRole('button', { name: 'Delete uploads' }));
    await uploads().findByText('What came under stranger@example.org is deleted.');
    expect(uploads().getByText('No uploads under other e-mails')).toBeTruthy();
  });

  it('stay when that is refused', async () => {
    server.on(REMOVE, { status: 409, body: { code: 'registered', message: 'Somebody has registered it' } });
    await openAdmin(server);
    await userEvent.click((await askAboutUploads()).getByRole('button', { name: 'Delete uploads' }));
    await uploads().findByText('Failed to delete uploads: Somebody has registered it');
    expect(uploads().getByRole('row', { name: /stranger/ })).toBeTruthy();
  });
});
