import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { PlaceElsewhere, RemovalElsewhere } from '../../api/contract/staff/elsewhere.js';
import type { DueRemoval } from '../../api/contract/staff/keeping.js';
import { hasDraft } from '../shared/drafts/form-drafts.js';
import { adminServer, ELSEWHERE, KEEPING, openAdmin, PERIODS, section } from '../testing/admin-screen.js';
import { CHANGES, isReadOut, REFUSED, SESSION } from '../testing/staff-screen.js';
import { aPerson } from '../testing/person-for-specs.js';
import type { ScreenServer } from '../testing/screen-server.js';

const ANNA = { id: 'a', name: 'Anna Berg' };
const OPEN: RemovalElsewhere = {
  id: 'r1',
  kind: 'host',
  place: 'Vimeo',
  address: 'https://vimeo.com/123456789',
  cause: 'withdrawn',
  person: ANNA,
  askedAt: '2026-03-04T15:12:00.000Z',
  settled: null,
};
const SETTLED: RemovalElsewhere = {
  ...OPEN,
  id: 'r2',
  place: 'The university',
  kind: 'export',
  address: null,
  person: null,
  settled: { outcome: 'removed', note: 'By mail.', by: 'Mara', at: '2026-03-05T15:12:00.000Z' },
};
const PLACE: PlaceElsewhere = {
  id: 'p1',
  kind: 'other',
  name: 'A blog',
  address: null,
  stories: null,
  person: null,
  updatedAt: '2026-03-04T15:12:00.000Z',
};
const named = (name: string, changes: Partial<PlaceElsewhere>) => ({ ...PLACE, id: name, name, ...changes });
const DUE: DueRemoval = {
  id: 'd1',
  kind: 'unsubmitted',
  person: ANNA,
  email: 'anna@example.org',
  activeAt: '2025-03-04T15:12:00.000Z',
  mailedAt: '2026-02-04T15:12:00.000Z',
  isTold: true,
  listedAt: '2026-03-04T15:12:00.000Z',
  notBefore: '2026-03-11T15:12:00.000Z',
  kept: null,
};

let server: ScreenServer;
beforeEach(() => {
  server = adminServer([aPerson({ id: 'a', firstName: 'Anna', lastName: 'Berg' })]);
});

afterEach(async () => {
  cleanup();
  await server.close();
});

const FAILURE = { status: 503, body: { code: 'database_away', message: 'Please try again in a moment.' } };
const callsOf = (call: string) => server.received.filter((one) => one.call === call);
const elsewhere = () => section('Stories elsewhere');
const keeping = () => section('Kept no longer than needed');

const SETTLE = 'POST /api/admin/elsewhere/removals/r1';
const NOTE = 'Note (without a name)';
const openSettling = async () => {
  await userEvent.click(await elsewhere().findByRole('button', { name: 'Settle' }));
  return within(await screen.findByRole('dialog', { name: 'What came of it at Vimeo?' }));
};
const typeNote = async () => {
  server.on(ELSEWHERE, { body: { places: [], removals: [OPEN] } });
  await openAdmin(server);
  const dialog = await openSettling();
  await userEvent.type(dialog.getByLabelText(NOTE), 'Asked twice.');
  return dialog;
};

describe('stories elsewhere', () => {
  it('say what will appear there', async () => {
    await openAdmin(server);
    await waitFor(() => expect(elsewhere().getByText('Nothing to remove elsewhere')).toBeTruthy());
    expect(elsewhere().getByText('No copy of the site and no other place is known.')).toBeTruthy();
  });

  it('are settled with a result, which leaves the list', async () => {
    server.on(ELSEWHERE, { body: { places: [], removals: [OPEN, SETTLED] } });
    server.on('POST /api/admin/elsewhere/removals/r1', { status: 204 });
    await openAdmin(server);
    const toDo = within(await screen.findByRole('list', { name: 'To remove there' }));
    expect(toDo.getByText('https://vimeo.com/123456789')).toBeTruthy();
    expect(toDo.getByText('Anna Berg')).toBeTruthy();
    expect(elsewhere().getByText('1 to do')).toBeTruthy();
    expect(elsewhere().getByText('By mail.')).toBeTruthy();
    expect(elsewhere().getByText('Somebody whose data are deleted')).toBeTruthy();
    await userEvent.click(toDo.getByRole('button', { name: 'Settle' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'What came of it at Vimeo?' }));
    await userEvent.selectOptions(dialog.getByLabelText('Result'), 'It cannot be removed there');
    await userEvent.type(dialog.getByLabelText('Note (without a name)'), 'Asked twice.');
    server.on(ELSEWHERE, { body: { places: [], removals: [SETTLED] } });
    await userEvent.click(dialog.getByRole('button', { name: 'Save result' }));
    expect((await screen.findAllByText('The result at Vimeo is noted.')).length).toBeGreaterThan(0);
    await waitFor(() => expect(screen.queryByRole('list', { name: 'To remove there' })).toBeNull());
    expect(callsOf('POST /api/admin/elsewhere/removals/r1').map(({ body }) => body)).toEqual([
      { outcome: 'cannot_be_removed', note: 'Asked twice.' },
    ]);
  });

  it('say why something is to be removed, what came of it, and which stories a place holds', async () => {
    const places = [
      named('A blog', {}),
      named('A book', { person: ANNA }),
      named('A copy', { kind: 'export', stories: 3 }),
    ];
    const copy = { ...OPEN, id: 'r3', kind: 'export', place: 'A copy', cause: 'hidden' };
    server.on(ELSEWHERE, { body: { places, removals: [OPEN, copy, SETTLED] } });
    await openAdmin(server);
    await elsewhere().findByRole('list', { name: 'To remove there' });
    const rowsOf = (name: string) =>
      within(elsewhere().getByRole('list', { name }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    const [host, exported] = rowsOf('To remove there');
    expect(host).toContain('The story, or a part of it, was taken back.');
    expect(host).not.toContain('export-site');
    expect(exported).toContain('The story is hidden: hide it there, so that it can be shown again.');
    expect(exported).toContain('npm run export-site -- --update FOLDER');
    expect(rowsOf('Settled')).toEqual([expect.stringMatching(/^The universityRemoved thereBy mail\..*, Mara$/)]);
    const [every, one, some] = rowsOf('Places');
    expect(every).toContain('every public story');
    expect(one).toContain('only Anna Berg');
    expect(some).toContain('holds 3 stories');
  });

  it('keep the note of a result that could not be saved, with the reason', async () => {
    server.on(SETTLE, FAILURE);
    const dialog = await typeNote();
    await userEvent.click(dialog.getByRole('button', { name: 'Save result' }));
    // The toast has said it.
    expect(isReadOut(await dialog.findByText('Failed to note the result: Please try again in a moment.'))).toBe(false);
    expect(dialog.getByLabelText(NOTE)).toHaveProperty('value', 'Asked twice.');
    server.on(SETTLE, { status: 204 }).on(ELSEWHERE, { body: { places: [], removals: [SETTLED] } });
    await userEvent.click(dialog.getByRole('button', { name: 'Save result' }));
    expect((await screen.findAllByText('The result at Vimeo is noted.')).length).toBeGreaterThan(0);
    expect(hasDraft('removal:r1:settle')).toBe(false);
  });

  it('keep it over an ended session, too', async () => {
    server.on(SETTLE, REFUSED);
    const dialog = await typeNote();
    server.on(SESSION, REFUSED);
    await userEvent.click(dialog.getByRole('button', { name: 'Save result' }));
    await screen.findByText(/^Your session has ended/);
    server.on('POST /api/admin/session', { body: { name: 'Mara', expiresInSeconds: 900 } });
    await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
    expect(await screen.findByLabelText(NOTE)).toHaveProperty('value', 'Asked twice.');
  });

  it('ask before a result without a note is left, too', async () => {
    server.on(ELSEWHERE, { body: { places: [], removals: [OPEN] } });
    await openAdmin(server);
    const dialog = await openSettling();
    await userEvent.selectOptions(dialog.getByLabelText('Result'), 'It cannot be removed there');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(dialog.getByRole('button', { name: 'Close and keep' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await openSettling()).getByLabelText('Result')).toHaveProperty('value', 'cannot_be_removed');
  });

  it('ask before a note is left, and have it again', async () => {
    const dialog = await typeNote();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(dialog.getByRole('button', { name: 'Close and keep' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await openSettling();
    expect(again.getByLabelText(NOTE)).toHaveProperty('value', 'Asked twice.');
    await userEvent.click(again.getByRole('button', { name: 'Discard them' }));
    expect(again.getByLabelText(NOTE)).toHaveProperty('value', '');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('get a place by hand, once it has a name', async () => {
    server.on('POST /api/admin/elsewhere/places', { status: 204 });
    await openAdmin(server);
    await waitFor(() => expect(elsewhere().getByText('Places')).toBeTruthy());
    await userEvent.click(elsewhere().getByText('Add a place', { selector: 'summary' }));
    const add = () => elsewhere().getByRole('button', { name: 'Add a place' });
    await userEvent.click(add());
    expect(elsewhere().getByText('Please enter a name.')).toBeTruthy();
    expect(document.activeElement).toBe(elsewhere().getByLabelText('Name of the place'));
    await userEvent.keyboard('A blog');
    await userEvent.selectOptions(elsewhere().getByLabelText('Whose story'), 'Anna Berg');
    await userEvent.click(add());
    expect((await screen.findAllByText('A blog is on the list.')).length).toBeGreaterThan(0);
    expect(callsOf('POST /api/admin/elsewhere/places').map(({ body }) => body)).toEqual([
      { name: 'A blog', userId: 'a' },
    ]);
  });

  it('keep what is typed of a place that could not be added, and say so', async () => {
    const call = 'POST /api/admin/elsewhere/places';
    server.on(call, FAILURE);
    await openAdmin(server);
    await userEvent.click(await elsewhere().findByText('Add a place', { selector: 'summary' }));
    const name = () => elsewhere().getByLabelText<HTMLInputElement>('Name of the place');
    const address = () => elsewhere().getByLabelText<HTMLInputElement>('Address (if there is one)');
    await userEvent.type(name(), 'A blog');
    await userEvent.type(address(), 'https://blog.example.org/');
    const add = () => userEvent.click(elsewhere().getByRole('button', { name: 'Add a place' }));
    await add();
    await elsewhere().findByText('Failed to add the place: Please try again in a moment.');
    cleanup();
    // As after a reload.
    await openAdmin(server);
    await waitFor(() => expect(name().closest('details')).toHaveProperty('open', true));
    expect([name().value, address().value]).toEqual(['A blog', 'https://blog.example.org/']);
    server.on(call, { status: 204 });
    await add();
    await waitFor(() => expect([name().value, address().value]).toEqual(['', '']));
    const sent = { name: 'A blog', address: 'https://blog.example.org/' };
    expect(callsOf(call).map(({ body }) => body)).toEqual([sent, sent]);
  });

  it('keep a place that could not be taken off the list, and say so', async () => {
    const call = `DELETE /api/admin/elsewhere/places/${PLACE.id}`;
    server.on(ELSEWHERE, { body: { places: [PLACE], removals: [] } }).on(call, FAILURE);
    await openAdmin(server);
    const take = async () => {
      await userEvent.click(await elsewhere().findByRole('button', { name: 'Take off the list' }));
      const dialog = within(await screen.findByRole('alertdialog', { name: 'Take A blog off the list?' }));
      await userEvent.click(dialog.getByRole('button', { name: 'Take off the list' }));
    };
    await userEvent.click(await elsewhere().findByRole('button', { name: 'Take off the list' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(callsOf(call)).toEqual([]);
    await take();
    await elsewhere().findByText('Failed to take the place off the list: Please try again in a moment.');
    server.on(call, { status: 204 }).on(ELSEWHERE, { body: { places: [], removals: [] } });
    await take();
    expect((await screen.findAllByText('A blog is off the list.')).length).toBeGreaterThan(0);
  });

  it('leave the keyboard in its place where one is taken off the list', async () => {
    const places = ['A blog', 'A book'].map((name) => ({ ...PLACE, id: name.slice(2), name }));
    server.on(ELSEWHERE, { body: { places, removals: [] } });
    await openAdmin(server);
    const take = async (name: string) => {
      const button = await elsewhere().findByRole('button', { description: new RegExp(name) });
      const left = places.slice(places.findIndex((one) => one.name === name) + 1);
      server.on(`DELETE /api/admin/elsewhere/places/${name.slice(2)}`, { status: 204 });
      server.on(ELSEWHERE, { body: { places: left, removals: [] } });
      await userEvent.click(button);
      const dialog = within(await screen.findByRole('alertdialog'));
      await userEvent.click(dialog.getByRole('button', { name: 'Take off the list' }));
    };
    await take('A blog');
    await waitFor(() => expect(document.activeElement).toBe(elsewhere().getByRole('listitem', { name: /^A book/ })));
    await take('A book');
    await waitFor(() => expect(document.activeElement).toBe(elsewhere().getByRole('heading', { name: 'Places' })));
  });

  it('are told of one person', async () => {
    server.on('GET /api/admin/elsewhere/stories/a', {
      body: [{ kind: 'host', name: 'Vimeo', address: 'https://vimeo.com/1' }],
    });
    await openAdmin(server);
    await userEvent.selectOptions(await elsewhere().findByLabelText('Where a story stands'), 'Anna Berg');
    expect(await elsewhere().findByText('https://vimeo.com/1')).toBeTruthy();
  });

  it.each([
    [{ body: [] }, 'This story stands nowhere else.'],
    [{ status: 500 }, 'The places could not be loaded.'],
  ])('tell apart a story that stands nowhere and one of which that is not known', async (reply, said) => {
    server.on('GET /api/admin/elsewhere/stories/a', reply);
    await openAdmin(server);
    await userEvent.selectOptions(await elsewhere().findByLabelText('Where a story stands'), 'Anna Berg');
    expect(await elsewhere().findByText(said)).toBeTruthy();
  });

  it('are told anew of one person once somebody of the team has changed something, or at a press', async () => {
    const showAt = (address: string) =>
      server.on('GET /api/admin/elsewhere/stories/a', { body: [{ kind: 'host', name: 'Vimeo', address }] });
    showAt('https://vimeo.com/1');
    await openAdmin(server);
    await userEvent.selectOptions(await elsewhere().findByLabelText('Where a story stands'), 'Anna Berg');
    await elsewhere().findByText('https://vimeo.com/1');
    showAt('https://vimeo.com/2');
    await userEvent.click(screen.getByRole('button', { name: 'Refresh Data' }));
    await elsewhere().findByText('https://vimeo.com/2');
    showAt('https://vimeo.com/3').on(CHANGES, { body: { last: 2 } });
    expect(await elsewhere().findByText('https://vimeo.com/3')).toBeTruthy();
  });

  it('say when they cannot be loaded', async () => {
    server.on(ELSEWHERE, { status: 500, body: { code: 'internal', message: 'No.' } });
    await openAdmin(server);
    await waitFor(() => expect(elsewhere().getByText('The places could not be loaded.')).toBeTruthy());
  });
});

const answer = (changes: object) => ({ body: { periods: PERIODS, due: [DUE], lastNight: null, ...changes } });

describe('what is past its time', () => {
  it('says the periods, and what will appear there', async () => {
    await openAdmin(server);
    await waitFor(() => expect(keeping().getByText('Nothing is past its time')).toBeTruthy());
    expect(keeping().getByText(/^Not submitted: 12 months\./)).toBeTruthy();
  });

  it('tells the day of each removal, and can be kept', async () => {
    server.on(KEEPING, answer({}));
    server.on('POST /api/admin/keeping/d1/keep', { status: 204 });
    await openAdmin(server);
    await waitFor(() => expect(keeping().getByText(/^Removed on Mar 11, 2026/)).toBeTruthy());
    expect(keeping().getByText('1 on the list')).toBeTruthy();
    server.on(
      KEEPING,
      answer({ due: [{ ...DUE, listedAt: null, kept: { by: 'Mara', until: '2027-03-11T15:12:00.000Z' } }] }),
    );
    await userEvent.click(keeping().getByRole('button', { name: 'Keep' }));
    expect((await screen.findAllByText('What is of Anna Berg stays for a further period.')).length).toBeGreaterThan(0);
    expect(await keeping().findByText(/^Kept until Mar 11, 2027.* by Mara$/)).toBeTruthy();
    expect(keeping().queryByRole('button', { name: 'Keep' })).toBeNull();
  });

  it('says of each whose it is and what comes next, and how many wait', async () => {
    const due = [
      DUE,
      {
        ...DUE,
        id: 'd2',
        kind: 'public_upload',
        person: null,
        email: 'sam@example.org',
        mailedAt: null,
        isTold: false,
        listedAt: null,
      },
      { ...DUE, id: 'd3', kind: 'answers', kept: { by: null, until: '2027-03-11T15:12:00.000Z' } },
    ];
    server.on(KEEPING, answer({ due, lastNight: { at: '2026-03-04T03:30:00.000Z', removed: 2, stopped: null } }));
    await openAdmin(server);
    expect(await keeping().findByText('2 on the list')).toBeTruthy();
    expect(keeping().getByText(/^Looked at Mar 4, 2026.*; 2 removed then\.$/)).toBeTruthy();
    const [told, untold, kept] = keeping()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(told).toMatch(/^Anna BergNot submitted: .*last sign of life Mar 4, 2025.*Told by mail Feb 4, 2026.*Keep$/);
    expect(untold).toMatch(/^sam@example\.orgCame through the upload page.*Not before Mar 11, 2026/);
    expect(untold).toMatch(/Not told by mail yetKeep$/);
    expect(kept).toMatch(/^Anna BergFirst recordings and texts.*Kept until Mar 11, 2027[^a-z]*[AP]M$/);
  });

  it('waits for a yes where it is unusually much', async () => {
    const lastNight = { at: '2026-03-04T03:30:00.000Z', removed: 0, stopped: 40 };
    server.on(KEEPING, answer({ lastNight }));
    server.on('POST /api/admin/keeping/allow', { status: 204 });
    await openAdmin(server);
    await waitFor(() => expect(keeping().getByText(/^40 steps wait for you/)).toBeTruthy());
    await userEvent.click(keeping().getByRole('button', { name: 'Allow all on the list' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Allow all of this?' }));
    expect(dialog.getByText(/^1 on the list may take their next step/)).toBeTruthy();
    server.on(KEEPING, answer({ lastNight: { ...lastNight, stopped: null } }));
    await userEvent.click(dialog.getByRole('button', { name: 'Allow all on the list' }));
    expect((await screen.findAllByText('All on the list may go on.')).length).toBeGreaterThan(0);
    await waitFor(() => expect(keeping().queryByText(/wait for you/)).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(keeping().getAllByRole('listitem')[0]));
  });

  it('waits for no yes once all of it is kept', async () => {
    const kept = { by: 'Mara', until: '2027-03-11T15:12:00.000Z' };
    const lastNight = { at: '2026-03-04T03:30:00.000Z', removed: 0, stopped: 1 };
    server.on(KEEPING, answer({ due: [{ ...DUE, kept }], lastNight }));
    await openAdmin(server);
    expect(await keeping().findByText(/^Kept until Mar 11, 2027/)).toBeTruthy();
    expect(keeping().queryByText(/for you: unusually many/)).toBeNull();
  });

  it('says that something could not be kept, which can be tried again', async () => {
    const call = 'POST /api/admin/keeping/d1/keep';
    server.on(KEEPING, answer({})).on(call, FAILURE);
    await openAdmin(server);
    const keep = async () => userEvent.click(await keeping().findByRole('button', { name: 'Keep' }));
    await keep();
    await keeping().findByText('Failed to keep it: Please try again in a moment.');
    server.on(call, { status: 204 });
    await keep();
    expect((await screen.findAllByText('What is of Anna Berg stays for a further period.')).length).toBeGreaterThan(0);
  });

  it('says that it is not allowed yet where that failed', async () => {
    server.on(KEEPING, answer({ lastNight: { at: '2026-03-04T03:30:00.000Z', removed: 0, stopped: 40 } }));
    server.on('POST /api/admin/keeping/allow', FAILURE);
    await openAdmin(server);
    await userEvent.click(await keeping().findByRole('button', { name: 'Allow all on the list' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Allow all of this?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Allow all on the list' }));
    await keeping().findByText('Failed to allow it: Please try again in a moment.');
    expect(keeping().getByText(/^40 steps wait for you/)).toBeTruthy();
  });

  it('says of whom nobody could tell that it goes only once that is allowed', async () => {
    server.on(KEEPING, answer({ due: [{ ...DUE, mailedAt: null, isTold: false }] }));
    await openAdmin(server);
    await waitFor(() => expect(keeping().getByText('Removed only once you allow it')).toBeTruthy());
    expect(keeping().getByText('The mail server refuses mails to this address')).toBeTruthy();
  });

  it('says the same of whoever was mailed where nobody has confirmed the e-mail', async () => {
    server.on(KEEPING, answer({ due: [{ ...DUE, isTold: false }] }));
    await openAdmin(server);
    await waitFor(() => expect(keeping().getByText('Removed only once you allow it')).toBeTruthy());
    expect(keeping().getByText(/^Mailed Feb 4, 2026.* to an e-mail that you corrected\. Nobody/)).toBeTruthy();
  });
});
