import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { adminServer, allUsers, openAdmin, rowOf } from '../../testing/admin-screen.js';
import { aPerson } from '../../testing/person-for-specs.js';
import type { ScreenServer } from '../../testing/screen-server.js';

const ANNA = aPerson({ guardianDecides: true });
const BEA = aPerson({ id: 'p2', firstName: 'Bea', name: 'Bea Berg', email: 'bea@example.org' });
const ASK = `POST /api/admin/users/${ANNA.id}/ask-anew`;
let server: ScreenServer;

beforeEach(() => {
  server = adminServer([ANNA, BEA]);
});
afterEach(() => server.close());

const trigger = async (name = ANNA.name) =>
  (await rowOf(name)).queryByRole('button', { name: 'Ask about the recording anew', description: name });
async function openDialog() {
  await openAdmin(server);
  await userEvent.click((await trigger())!);
  return within(await screen.findByRole('alertdialog', { name: `Ask ${ANNA.name} about the recording anew?` }));
}
const asked = () => server.received.filter(({ call }) => call === ASK).length;

describe('asking about the recording anew', () => {
  it('is offered where a parent or guardian decides, and nowhere else', async () => {
    await openAdmin(server);
    expect(await trigger()).not.toBeNull();
    expect(await trigger(BEA.name)).toBeNull();
  });

  it('says what it does, and does nothing without a press', async () => {
    const dialog = await openDialog();
    expect(
      dialog.getByText(/^What was said of a parent or guardian, and by them, counts no more/).textContent,
    ).toContain(
      `When ${ANNA.firstName} comes back, they are asked from the beginning. What they said no to otherwise stays a no.`,
    );
    dialog.getByText(/^Before a new yes nothing is recorded, and nothing more can be approved or shown\./);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await waitFor(async () => expect(document.activeElement).toBe(await trigger()));
    expect(asked()).toBe(0);
  });

  it('says that it is under way, then that it is done, and leaves the keyboard at that person', async () => {
    const { promise, resolve } = Promise.withResolvers<{ body: unknown }>();
    server.on(ASK, () => promise);
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Ask anew' }));
    await dialog.findByRole('button', { name: 'Saving…' });
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog')).toBeTruthy();
    resolve({ body: { ...ANNA, guardianDecides: false } });
    await allUsers().findByText(`${ANNA.name} is asked anew.`);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(await trigger()).toBeNull();
    await waitFor(() => expect(document.activeElement?.closest('tr')?.textContent).toContain(ANNA.name));
    expect(asked()).toBe(1);
  });

  it('says that it failed, in the words of the server, and gives the keyboard back', async () => {
    const message = 'No parent or guardian is asked about this person.';
    server.on(ASK, { status: 409, body: { code: 'no_guardian', message } });
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Ask anew' }));
    expect((await allUsers().findByText(/^Failed to have them asked anew/)).textContent).toContain(message);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await waitFor(async () => expect(document.activeElement).toBe(await trigger()));
  });
});
