import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Redirect } from '../../api/contract/interview/redirects.js';
import { ADMIN_TABLE_PAGE_SIZE } from '../../api/contract/common/screen-numbers.js';
import { keepDraft } from '../shared/drafts/form-drafts.js';
import { NOT_FOUND, type ScreenServer } from '../testing/screen-server.js';
import { CHANGES, REFUSED, SESSION, signedInServer } from '../testing/staff-screen.js';
import Admin2Island from './admin2.island.js';

const LIST = 'GET /api/admin2/redirects';
const CHANGE = 'PUT /api/admin2/redirects/r1';
const ADD = 'POST /api/admin2/redirects';
let server: ScreenServer;

const aRedirect = (changes: Partial<Redirect> = {}): Redirect => ({
  id: 'r1',
  question: 0,
  redirectUrl: 'https://a.example/next',
  description: 'To the next recorder',
  ...changes,
});

async function openScreen() {
  await server.open('/admin2');
  render(<Admin2Island staffAccounts={false} />);
  await screen.findByRole('heading', { name: 'Add a redirect' });
}
const addForm = () => within(screen.getByRole('form', { name: 'Add a redirect' }));
const list = () => screen.getByRole('region', { name: 'Current redirects' });
const row = (name: string) => within(within(list()).getByRole('listitem', { name }));
const received = (call: string) => server.received.filter((one) => one.call === call);

beforeEach(() => {
  server = signedInServer().on(LIST, { body: [aRedirect()] });
});
afterEach(() => server.close());

describe('the list of redirects', () => {
  it('says that it loads', async () => {
    server.on(LIST, () => new Promise(() => {}));
    await openScreen();
    expect(within(list()).getByText('Loading redirects…')).toBeTruthy();
  });

  it('says what will be there when there is none', async () => {
    server.on(LIST, { body: [] });
    await openScreen();
    await screen.findByText('No redirects configured yet.');
    expect(screen.getByText('Without one, people only read that their progress is saved.')).toBeTruthy();
  });

  it('offers another try when it cannot be loaded', async () => {
    server.on(LIST, { status: 500, body: { code: 'internal', message: 'Oh' } });
    await openScreen();
    await screen.findByText('The redirects could not be loaded.');
    server.on(LIST, { body: [aRedirect()] });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('To the next recorder');
    expect(screen.queryByText('The redirects could not be loaded.')).toBeNull();
  });

  it('shows each redirect, and which of one question does not count', async () => {
    server.on(LIST, { body: [aRedirect(), aRedirect({ id: 'r2', description: 'The one before' })] });
    await openScreen();
    await screen.findByText('The one before');
    const [first, second] = within(list()).getAllByRole('listitem');
    expect(within(first!).queryByText(/^Not in use/)).toBeNull();
    expect(within(second!).getByText('Not in use: the newer redirect for this question counts.')).toBeTruthy();
    expect(within(first!).getByRole('link').getAttribute('href')).toBe('https://a.example/next');
  });
});

describe('a redirect that is deleted', () => {
  it('can be brought back at once', async () => {
    await openScreen();
    const button = await screen.findByRole('button', { name: 'Delete' });
    server.on('DELETE /api/admin2/redirects/r1', { status: 204 }).on(LIST, { body: [] });
    await userEvent.click(button);
    await within(list()).findByText('The redirect for “0 Introduction” is deleted.');
    await screen.findByText('No redirects configured yet.');
    server.on(ADD, { status: 201, body: aRedirect() }).on(LIST, { body: [aRedirect()] });
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await within(list()).findByText('The redirect for “0 Introduction” is back.');
    const { id: _, ...fields } = aRedirect();
    expect(received(ADD)[0]?.body).toEqual(fields);
  });

  it('cannot be brought back when it was not in use: it would count', async () => {
    server.on(LIST, { body: [aRedirect(), aRedirect({ id: 'r2' })] });
    await openScreen();
    const [, second] = await screen.findAllByRole('button', { name: 'Delete' });
    server.on('DELETE /api/admin2/redirects/r2', { status: 204 }).on(LIST, { body: [aRedirect()] });
    await userEvent.click(second!);
    await within(list()).findByText('The redirect for “0 Introduction” is deleted.');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('says when it could not be, and is still there', async () => {
    server.on('DELETE /api/admin2/redirects/r1', NOT_FOUND);
    await openScreen();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await within(list()).findByText('Failed to delete redirect: Not Found');
    expect(screen.getByText('To the next recorder')).toBeTruthy();
  });

  it('says when it could not be brought back', async () => {
    await openScreen();
    server.on('DELETE /api/admin2/redirects/r1', { status: 204 });
    server.on(ADD, { status: 500, body: {} });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('It could not be added again. Please try again.');
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
  });
});

const fill = async () => {
  await userEvent.selectOptions(addForm().getByLabelText('Question number'), '3 Life Today');
  await userEvent.type(addForm().getByLabelText('Redirect URL'), 'https://b.example');
  await userEvent.type(addForm().getByLabelText('Description'), 'New');
  await userEvent.click(addForm().getByRole('button', { name: 'Add redirect' }));
};

describe('the form for a redirect', () => {
  it('adds it, says so and keeps the question for the next one', async () => {
    server.on(ADD, { status: 201, body: aRedirect({ id: 'r2', question: 3 }) });
    await openScreen();
    await fill();
    await addForm().findByText('The redirect for “3 Life Today” is added.');
    expect(received(ADD)[0]?.body).toEqual({ question: 3, redirectUrl: 'https://b.example', description: 'New' });
    expect(addForm().getByLabelText('Question number')).toHaveProperty('value', '3');
    expect(addForm().getByLabelText('Redirect URL')).toHaveProperty('value', '');
    expect(received(LIST)).toHaveLength(2);
  });

  it('says which fields are missing, and sends nothing', async () => {
    await openScreen();
    await userEvent.type(addForm().getByLabelText('Description'), '  ');
    await userEvent.click(addForm().getByRole('button', { name: 'Add redirect' }));
    await screen.findByText('Please fill in all fields');
    expect(addForm().getByText('Please enter the redirect URL')).toBeTruthy();
    expect(addForm().getByText('Please enter a description')).toBeTruthy();
    expect(received(ADD)).toEqual([]);
  });

  it('keeps what was typed when the address is refused, with the reason', async () => {
    server.on(ADD, { status: 400, body: { code: 'invalid', message: 'The address must begin with https://' } });
    await openScreen();
    await fill();
    await addForm().findByText('Failed to add redirect: The address must begin with https://');
    expect(addForm().getByLabelText('Redirect URL')).toHaveProperty('value', 'https://b.example');
  });

  it('says nothing of it when the session has ended, which the gate does, and has the words afterwards', async () => {
    await openScreen();
    server.on(ADD, REFUSED).on(SESSION, REFUSED);
    await fill();
    await screen.findByText(/^Your session has ended/);
    expect(document.body.textContent).not.toContain('Failed to add redirect');
    server.on('POST /api/admin/session', { body: { name: 'Mara', expiresInSeconds: 900 } });
    await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
    await screen.findByRole('form', { name: 'Add a redirect' });
    expect(addForm().getByLabelText('Description')).toHaveProperty('value', 'New');
  });

  it('is filled in with what was typed before the page was left, until that is discarded', async () => {
    const empty = { question: '0', redirectUrl: '', description: '' };
    keepDraft('redirect:new', { ...empty, description: 'Half a thought' }, empty);
    await openScreen();
    expect(addForm().getByText(/^Your unsaved words of .* are back\.$/)).toBeTruthy();
    expect(addForm().getByLabelText('Description')).toHaveProperty('value', 'Half a thought');
    await userEvent.click(addForm().getByRole('button', { name: 'Discard them' }));
    expect(addForm().getByLabelText('Description')).toHaveProperty('value', '');
    expect(addForm().queryByText(/^Your unsaved words/)).toBeNull();
  });
});

const edit = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  return within(screen.getByRole('form', { name: 'Edit “0 Introduction”' }));
};

const readAgain = async (redirects: Redirect[], text: string) => {
  server.on(LIST, { body: redirects }).on(CHANGES, { body: { last: 2 } });
  await within(list()).findByText(text);
};

describe('a redirect that is edited', () => {
  it('is changed where it stands, and the focus is on Edit again', async () => {
    server.on(CHANGE, { body: aRedirect({ description: 'Changed' }) });
    await openScreen();
    const form = await edit();
    expect(form.getByLabelText('Question number')).toBe(document.activeElement);
    await userEvent.clear(form.getByLabelText('Description'));
    await userEvent.type(form.getByLabelText('Description'), 'Changed');
    server.on(LIST, { body: [aRedirect({ description: 'Changed' })] });
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await screen.findByText('The redirect for “0 Introduction” is changed.');
    expect(row('0 Introduction').getByText('Changed')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' })));
  });

  it('stays as it was after Cancel, and says that words are kept', async () => {
    await openScreen();
    const form = await edit();
    await userEvent.type(form.getByLabelText('Description'), '!');
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
    expect(row('0 Introduction').getByText('To the next recorder')).toBeTruthy();
    expect(row('0 Introduction').getByText('Your unsaved changes are kept in this browser.')).toBeTruthy();
    const again = await edit();
    expect(again.getByLabelText('Description')).toHaveProperty('value', 'To the next recorder!');
  });

  it('has the choice between the saved and the kept words when somebody else has changed it', async () => {
    const fields = { question: '0', redirectUrl: 'https://a.example/next', description: 'Older' };
    keepDraft('redirect:r1', { ...fields, description: 'Mine' }, fields);
    await openScreen();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    expect(row('0 Introduction').getByText(/begun from an older version\. Meanwhile it was changed\.$/)).toBeTruthy();
    expect(row('0 Introduction').getByText('Mine')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Take the saved version' }));
    expect(row('0 Introduction').getByLabelText('Description')).toHaveProperty('value', 'To the next recorder');
  });

  it('has no choice, and no words that are back, where somebody else has saved the same by now', async () => {
    const fields = { question: '0', redirectUrl: 'https://a.example/next', description: 'Older' };
    const older = { ...fields, redirectUrl: 'https://a.example/older' };
    keepDraft('redirect:r1', { ...older, description: 'To the next recorder' }, older);
    await openScreen();
    const form = await edit();
    expect(form.getByLabelText('Redirect URL')).toHaveProperty('value', 'https://a.example/next');
    expect(form.queryByText(/^Your unsaved words/)).toBeNull();
  });

  it('stays open while the one before it is saved', async () => {
    const other = aRedirect({ id: 'o', question: 4 });
    server.on(LIST, { body: [aRedirect(), other] });
    const { promise, resolve } = Promise.withResolvers<void>();
    server.on(CHANGE, async ({ body }) => {
      await promise;
      return { body: { ...aRedirect(), ...(body as object) } };
    });
    await openScreen();
    await within(list()).findAllByRole('listitem');
    const [first, second] = within(list()).getAllByRole('listitem');
    await userEvent.click(within(first!).getByRole('button', { name: 'Edit' }));
    await userEvent.type(within(first!).getByLabelText('Description'), '!');
    await userEvent.click(within(first!).getByRole('button', { name: 'Save' }));
    await userEvent.click(within(second!).getByRole('button', { name: 'Edit' }));
    resolve();
    await within(first!).findByRole('button', { name: 'Edit' });
    expect(within(second!).getByLabelText('Description')).toBeTruthy();
  });

  it('stays open while another page is looked at', async () => {
    const others = Array.from({ length: ADMIN_TABLE_PAGE_SIZE }, (_, at) => aRedirect({ id: `o${at}`, question: 4 }));
    server.on(LIST, { body: [aRedirect(), ...others] });
    await openScreen();
    await within(list()).findByRole('listitem', { name: '0 Introduction' });
    await userEvent.click(row('0 Introduction').getByRole('button', { name: 'Edit' }));
    const turn = (name: string) => userEvent.click(within(list()).getByRole('button', { name }));
    await turn('Next');
    expect(within(list()).getAllByRole('listitem')).toHaveLength(1);
    await turn('Previous');
    row('0 Introduction').getByRole('button', { name: 'Cancel' });
  });

  const OURS = { question: 0, redirectUrl: 'https://a.example/next', description: 'To the next recorder' };
  const theirs = aRedirect({ redirectUrl: 'https://theirs.example' });
  /** Beside it: says that the list has been read anew. */
  const another = aRedirect({ id: 'r9', question: 4, description: 'Read anew' });

  it('keeps what somebody else changes meanwhile, says so, and sends only what was changed here', async () => {
    server.on(CHANGE, ({ body }) =>
      'was' in (body as object)
        ? { status: 409, body: { code: 'redirect_changed', message: 'Somebody else has' } }
        : { body: { ...theirs, ...(body as object) } },
    );
    await openScreen();
    const form = await edit();
    await userEvent.type(form.getByLabelText('Description'), '!');
    await readAgain([theirs, another], 'Read anew');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await form.findByText('Failed to update redirect: Somebody else has');
    expect(form.getByText('Saving once more changes only what you have changed here.')).toBeTruthy();
    await userEvent.click(form.getByRole('button', { name: 'Save all the same' }));
    await screen.findByText('The redirect for “0 Introduction” is changed.');
    const description = 'To the next recorder!';
    expect(received(CHANGE).map(({ body }) => body)).toEqual([{ description, was: OURS }, { description }]);
  });

  it('keeps no words that nobody typed when somebody else changes it meanwhile', async () => {
    await openScreen();
    const form = await edit();
    await readAgain([theirs, another], 'Read anew');
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
    expect(row('0 Introduction').queryByText('Your unsaved changes are kept in this browser.')).toBeNull();
    await userEvent.click(row('0 Introduction').getByRole('button', { name: 'Edit' }));
    expect(row('0 Introduction').getByLabelText('Redirect URL')).toHaveProperty('value', 'https://theirs.example');
  });

  it('stays open with what was typed when somebody else deletes it', async () => {
    server.on(CHANGE, NOT_FOUND);
    await openScreen();
    const form = await edit();
    await userEvent.type(form.getByLabelText('Description'), '!');
    await readAgain([another], 'Read anew');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await form.findByText('Failed to update redirect: Not Found');
    expect(form.getByLabelText('Description')).toHaveProperty('value', 'To the next recorder!');
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
    expect(within(list()).getAllByRole('listitem')).toHaveLength(1);
  });

  it('keeps the form open when it is refused', async () => {
    server.on(CHANGE, { status: 400, body: { code: 'invalid', message: 'Not an address' } });
    await openScreen();
    const form = await edit();
    await userEvent.type(form.getByLabelText('Description'), '!');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Failed to update redirect: Not an address')).toBeTruthy();
    expect(form.getByRole('button', { name: 'Save' })).toBeTruthy();
  });
});
