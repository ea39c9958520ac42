import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { adminServer, allUsers, openAdmin, rowOf, USERS } from '../../testing/admin-screen.js';
import { aPerson } from '../../testing/person-for-specs.js';
import type { ScreenServer } from '../../testing/screen-server.js';
import { isReadOut, PUBLISHED_LATER } from '../../testing/staff-screen.js';
import { toFields } from './correction.js';
import { keepDraft } from '../../shared/drafts/form-drafts.js';

const ANNA = aPerson({ firstName: 'Ana', name: 'Ana Berg' });
const CORRECT = 'PATCH /api/admin/users/p1';
const NAMES = 'GET /api/admin/users/p1/names';
const AT = '2026-03-01T09:00:00.000Z';
let server: ScreenServer;

beforeEach(() => {
  server = adminServer([ANNA]);
  server.on(NAMES, { body: [{ id: 1, firstName: 'Ana', lastName: 'Berg', at: AT, by: null }] });
  server.on(CORRECT, ({ body }) => ({ body: { ...ANNA, ...(body as object) } }));
});
afterEach(() => server.close());

async function openDialog() {
  await openAdmin(server);
  await userEvent.click((await rowOf('Ana Berg')).getByRole('button', { name: 'Correct' }));
  return within(await screen.findByRole('dialog', { name: 'Correct Ana Berg' }));
}
const retype = async (dialog: ReturnType<typeof within>, label: string, text: string) => {
  await userEvent.clear(dialog.getByLabelText(label));
  await userEvent.type(dialog.getByLabelText(label), text);
};
const oldAddress = (dialog: ReturnType<typeof within>) => dialog.getByRole('checkbox', { name: /^The old address/ });
const save = (dialog: ReturnType<typeof within>) =>
  userEvent.click(dialog.getByRole('button', { name: 'Save correction' }));
const corrections = () => server.received.filter(({ call }) => call === CORRECT).map(({ body }) => body);

describe('a correction', () => {
  it('is made also where the public pages follow later', async () => {
    server.on(CORRECT, PUBLISHED_LATER);
    const dialog = await openDialog();
    await retype(dialog, 'First name', 'Anna');
    await userEvent.click(dialog.getByRole('button', { name: 'Save correction' }));
    await allUsers().findByText(/^Anna Berg is corrected\. The public pages could not be brought up to date yet\./);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('of a misspelled name is saved, with the old address leading on', async () => {
    const dialog = await openDialog();
    await retype(dialog, 'First name', 'Anna');
    expect(
      dialog.getByText('The story now stands at /stories/anna-2026-03-01, and moves to an address with the new name.'),
    ).toBeTruthy();
    expect(dialog.getByRole('checkbox', { name: 'The old address leads to the new one' })).toHaveProperty(
      'checked',
      true,
    );
    expect(dialog.getByText('For a misspelling: links that people have shared go on working.')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Save correction' }));
    await allUsers().findByText('Anna Berg is corrected.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(corrections()).toEqual([
      {
        firstName: 'Anna',
        redirectOldAddress: true,
        was: {
          firstName: 'Ana',
          lastName: 'Berg',
          email: 'anna@example.org',
          tag: false,
          instagram: null,
          tiktok: null,
        },
      },
    ]);
  });

  it('to another name leaves the old address silent', async () => {
    const dialog = await openDialog();
    await retype(dialog, 'First name', 'Eva');
    expect(oldAddress(dialog)).toHaveProperty('checked', false);
    expect(dialog.getByText(/^For another name: nobody can find out/)).toBeTruthy();
    await save(dialog);
    await allUsers().findByText('Eva Berg is corrected.');
    expect(corrections()).toMatchObject([{ firstName: 'Eva', redirectOldAddress: false }]);
  });

  it('of a misspelled name leaves the old address silent for whoever chooses that', async () => {
    const dialog = await openDialog();
    await retype(dialog, 'First name', 'Anna');
    await userEvent.click(oldAddress(dialog));
    expect(dialog.getByText(/^For another name: nobody can find out/)).toBeTruthy();
    await save(dialog);
    await allUsers().findByText('Anna Berg is corrected.');
    expect(corrections()).toMatchObject([{ firstName: 'Anna', redirectOldAddress: false }]);
  });

  it('of an e-mail says whom it signs out', async () => {
    const dialog = await openDialog();
    await retype(dialog, 'E-mail', 'ana@example.org');
    expect(dialog.getByText(/^With another e-mail, this person is signed out everywhere/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Save correction' }));
    await allUsers().findByText('Ana Berg is corrected.');
    expect(corrections()).toMatchObject([{ email: 'ana@example.org' }]);
  });

  it('is not sent with a field that is missing or wrong', async () => {
    const dialog = await openDialog();
    await userEvent.clear(dialog.getByLabelText('First name'));
    await userEvent.clear(dialog.getByLabelText('Last name'));
    await retype(dialog, 'E-mail', 'anna');
    await userEvent.click(dialog.getByRole('button', { name: 'Save correction' }));
    await dialog.findByText('Please enter a first name.');
    expect(dialog.getByText('Please enter a last name.')).toBeTruthy();
    expect(dialog.getByText('Please enter a valid email address.')).toBeTruthy();
    expect(corrections()).toEqual([]);
  });

  it('of nothing closes the dialog and sends nothing', async () => {
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Save correction' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(corrections()).toEqual([]);
  });

  it('that is refused keeps what was typed, with the reason', async () => {
    server.on(CORRECT, { status: 409, body: { code: 'email_taken', message: 'Somebody else has this e-mail' } });
    const dialog = await openDialog();
    await retype(dialog, 'E-mail', 'other@example.org');
    await userEvent.click(dialog.getByRole('button', { name: 'Save correction' }));
    // The toast has said it.
    expect(isReadOut(await dialog.findByText('Failed to correct user: Somebody else has this e-mail'))).toBe(false);
    expect(dialog.getByLabelText('E-mail')).toHaveProperty('value', 'other@example.org');
    expect(dialog.getByRole('button', { name: 'Save correction' })).toBeTruthy();
  });

  it('over what somebody else has changed meanwhile is said, and can be saved all the same', async () => {
    server.on(CORRECT, { status: 409, body: { code: 'person_changed', message: 'Jo has changed the last name' } });
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Tag on social' }));
    await userEvent.type(dialog.getByLabelText('Instagram'), '@ana');
    await userEvent.click(dialog.getByRole('button', { name: 'Save correction' }));
    await dialog.findByText(/Jo has changed the last name$/);
    expect(isReadOut(dialog.getByText('Saving once more changes only what you have changed here.'))).toBe(true);
    server.on(CORRECT, ({ body }) => ({ body: { ...ANNA, ...(body as object) } }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save all the same' }));
    await allUsers().findByText('Ana Berg is corrected.');
    expect(corrections()[1]).toEqual({ tag: true, instagram: '@ana' });
  });
});

describe('a correction that is not saved', () => {
  it('is asked about at Cancel, and can go on', async () => {
    const dialog = await openDialog();
    await userEvent.type(dialog.getByLabelText('Last name'), 'h');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(dialog.getByText('Your changes are not saved.')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Keep editing' }));
    expect(dialog.getByRole('button', { name: 'Save correction' })).toBeTruthy();
  });

  it('is offered again where it was kept, and gone where it was discarded', async () => {
    const dialog = await openDialog();
    await userEvent.type(dialog.getByLabelText('Last name'), 'h');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(dialog.getByRole('button', { name: 'Close and keep' }));
    await userEvent.click((await rowOf('Ana Berg')).getByRole('button', { name: 'Correct' }));
    const again = within(screen.getByRole('dialog'));
    expect(again.getByText(/^Your unsaved words of .* are back\.$/)).toBeTruthy();
    expect(again.getByLabelText('Last name')).toHaveProperty('value', 'Bergh');
    await userEvent.click(again.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(again.getByRole('button', { name: 'Discard changes' }));
    await userEvent.click((await rowOf('Ana Berg')).getByRole('button', { name: 'Correct' }));
    expect(screen.getByLabelText('Last name')).toHaveProperty('value', 'Berg');
  });

  it('can be given up for what is saved', async () => {
    keepDraft('person:p1:correct', { ...toFields(ANNA), lastName: 'Bergh' }, toFields(ANNA));
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Discard them' }));
    expect(dialog.getByLabelText('Last name')).toHaveProperty('value', 'Berg');
    expect(dialog.queryByText(/are back/)).toBeNull();
  });

  it('is chosen about when the person was changed meanwhile', async () => {
    const older = { ...toFields(ANNA), lastName: 'Older' };
    keepDraft('person:p1:correct', { ...older, lastName: 'Mine' }, older);
    const dialog = await openDialog();
    expect(dialog.getByText(/begun from an older version\. Meanwhile it was changed\.$/)).toBeTruthy();
    expect(dialog.getByText('Berg').tagName).toBe('DEL');
    expect(dialog.getByText('Mine').tagName).toBe('INS');
    await userEvent.click(dialog.getByRole('button', { name: 'Go on with mine' }));
    expect(within(screen.getByRole('dialog')).getByLabelText('Last name')).toHaveProperty('value', 'Mine');
  });
});

describe('the earlier names', () => {
  const versions = [
    { id: 2, firstName: 'Ana', lastName: 'Berg', at: AT, by: 'Jo' },
    { id: 1, firstName: 'Anna', lastName: 'Berg', at: AT, by: null },
  ];

  it('can be gone back to, once that is saved', async () => {
    server.on(NAMES, { body: versions });
    const dialog = await openDialog();
    await dialog.findByText(/^Corrected by Jo/);
    expect(dialog.getByText('In use')).toBeTruthy();
    expect(dialog.getByText('before: Anna Berg')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Fill in Anna Berg' }));
    expect(dialog.getByLabelText('First name')).toHaveProperty('value', 'Anna');
    expect(document.activeElement).toBe(dialog.getByLabelText('First name'));
    expect(dialog.getByRole('checkbox', { name: 'The old address leads to the new one' })).toBeTruthy();
    expect(corrections()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Save correction' }));
    await allUsers().findByText('Anna Berg is corrected.');
    expect(corrections()).toMatchObject([{ firstName: 'Anna', redirectOldAddress: true }]);
  });

  it('lead on from the old address again, whatever was chosen for the name before', async () => {
    server.on(NAMES, { body: versions });
    const dialog = await openDialog();
    await retype(dialog, 'First name', 'Anna');
    await userEvent.click(oldAddress(dialog));
    expect(oldAddress(dialog)).toHaveProperty('checked', false);
    await userEvent.click(await dialog.findByRole('button', { name: 'Fill in Anna Berg' }));
    expect(oldAddress(dialog)).toHaveProperty('checked', true);
  });

  it('say that they load, and when they cannot', async () => {
    server.on(NAMES, { status: 500, body: {} });
    const dialog = await openDialog();
    await dialog.findByText('The earlier names could not be loaded.');
    server.on(NAMES, { body: versions });
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText(/^As registered/)).toBeTruthy();
  });

  it('stay open when the person has gone meanwhile', async () => {
    const dialog = await openDialog();
    server.on(CORRECT, { status: 404, body: { code: 'not_found', message: 'Not Found' } }).on(USERS, { body: [] });
    await retype(dialog, 'Last name', 'Bergh');
    await userEvent.click(dialog.getByRole('button', { name: 'Save correction' }));
    await screen.findByText('Failed to correct user: Not Found');
  });
});
