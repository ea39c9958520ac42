import { QueryClientProvider } from '@tanstack/react-query';
import { jest } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Helpers, MadeHelperLink } from '../../api/contract/people/helpers.js';
import { createQueryClient } from '../shared/http/query-client.js';
import { ScreenServer } from '../testing/screen-server.js';
import { HelpersSection } from './helpers.js';

const LINK: MadeHelperLink = {
  id: 'l1',
  name: '',
  createdAt: '2026-11-22T12:00:00.000Z',
  endsAt: '2026-12-06T12:00:00.000Z',
  openedAt: null,
  added: 0,
  url: 'https://example.org/help#token',
};

const FAILED = 'That did not work just now. Please try again.';

let server: ScreenServer;
let helpers: Helpers;
beforeEach(() => {
  server = new ScreenServer();
  helpers = { links: [], added: [] };
  server.on('GET /api/helpers', () => ({ body: helpers }));
});
afterEach(() => server.close());

const openSection = async (isSubmitted = false) => {
  await server.open('/my-story');
  render(
    <QueryClientProvider client={createQueryClient()}>
      <HelpersSection isSubmitted={isSubmitted} />
    </QueryClientProvider>,
  );
};

/** The first that is named so. */
const press = async (name: RegExp | string) => userEvent.click((await screen.findAllByRole('button', { name }))[0]!);

it('makes a link that is shown once, and ends it by one press', async () => {
  server.on('POST /api/helpers', () => {
    helpers = { ...helpers, links: [LINK] };
    return { status: 201, body: LINK };
  });
  server.on('DELETE /api/helpers/l1', () => {
    helpers = { links: [], added: [] };
    return { status: 204 };
  });
  await openSection();
  await userEvent.click(await screen.findByRole('button', { name: 'Make a link' }));
  expect(await screen.findByLabelText('Link for your helper')).toHaveProperty('value', LINK.url);
  expect(screen.getByText('not opened yet')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^End it/ }));
  await waitFor(() => expect(screen.queryByLabelText('Link for your helper')).toBeNull());
});

it('says of a story that is handed in that nothing can be added to it, and still ends links', async () => {
  helpers = { ...helpers, links: [LINK] };
  await openSection(true);
  await screen.findByText(/^Your story is handed in: nothing can be added to it now\./);
  await screen.findByRole('button', { name: /^End it/ });
});

it('says so of none that is open', async () => {
  await openSection();
  await screen.findByRole('button', { name: 'Make a link' });
  expect(screen.queryByText(/^Your story is handed in/)).toBeNull();
});

it('copies a link that was made, and says so only where it did', async () => {
  const user = userEvent.setup();
  server.on('POST /api/helpers', () => {
    helpers = { ...helpers, links: [LINK] };
    return { status: 201, body: LINK };
  });
  await openSection();
  await user.click(await screen.findByRole('button', { name: 'Make a link' }));
  const copy = await screen.findByRole('button', { name: 'Copy the link' });
  using refused = jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'));
  await user.click(copy);
  expect(screen.queryByText('Copied.')).toBeNull();
  refused.mockRestore();
  await user.click(copy);
  await screen.findByText('Copied.');
  expect(await navigator.clipboard.readText()).toBe(LINK.url);
});

it('shows what a helper added, and removes it after a question', async () => {
  const words = { id: 'w1', kind: 'words', questionId: 1, name: 'She danced.', createdAt: LINK.createdAt } as const;
  helpers = { links: [{ ...LINK, openedAt: LINK.createdAt, added: 1 }], added: [words] };
  server.on('DELETE /api/helpers/added/w1', () => {
    helpers = { ...helpers, added: [] };
    return { status: 204 };
  });
  await openSection();
  await screen.findByText(/opened on .*, 1 thing added/);
  await userEvent.click(screen.getByRole('button', { name: 'Remove She danced.' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('She danced.')).toBeNull());
});

it('keeps the keyboard in its place where a link or what a helper added goes', async () => {
  const words = { kind: 'words', questionId: 1, createdAt: LINK.createdAt } as const;
  const added = ['She danced.', 'She swam.'].map((name) => ({ ...words, id: name, name }));
  helpers = { links: ['Anna', 'Bea'].map((name) => ({ ...LINK, id: name, name })), added };
  for (const { id } of helpers.links) {
    server.on(`DELETE /api/helpers/${id}`, () => {
      helpers = { ...helpers, links: helpers.links.slice(1) };
      return { status: 204 };
    });
  }
  for (const { id } of added) {
    server.on(`DELETE /api/helpers/added/${encodeURIComponent(id)}`, () => {
      helpers = { ...helpers, added: helpers.added.slice(1) };
      return { status: 204 };
    });
  }
  await openSection();
  await press(/^End it/);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('listitem', { name: /^Bea’s link/ })));
  await press(/^End it/);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Make a link' })));
  await press('Remove She danced.');
  await press('Remove');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('listitem', { name: 'She swam.' })));
  await press('Remove She swam.');
  await press('Remove');
  const heading = { name: 'Somebody who helps' };
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', heading)));
});

it('shows all that a helper wrote, however long it is', async () => {
  const text = `She danced. ${'And she sang. '.repeat(60)}To the end.`;
  const words = { id: 'w1', kind: 'words', questionId: 1, createdAt: LINK.createdAt } as const;
  const short = { ...words, id: 'w2', name: 'She swam.', text: 'She swam.' };
  helpers = { links: [], added: [{ ...words, name: text.slice(0, 80), text }, short] };
  await openSection();
  await screen.findByText('She swam.', { selector: 'p' });
  expect(screen.queryByText(/To the end\.$/)).toBeNull();
  // What is short stands there already.
  await userEvent.click(screen.getByRole('button', { name: /^Read all of it/ }));
  expect(screen.getByText(/To the end\.$/).textContent).toBe(text);
  await userEvent.click(screen.getByRole('button', { name: /^Close/ }));
  expect(screen.queryByText(/To the end\.$/)).toBeNull();
});

it('names the link, and says by whose something came', async () => {
  const photo = { id: 'p1', kind: 'photo', questionId: null, name: 'a.jpg', createdAt: LINK.createdAt } as const;
  server.on('POST /api/helpers', () => {
    helpers = { links: [{ ...LINK, name: 'Anna' }], added: [{ ...photo, helperName: 'Anna' }] };
    return { status: 201, body: { ...LINK, name: 'Anna' } };
  });
  await openSection();
  await userEvent.type(await screen.findByLabelText('Who is it for? (optional)'), 'Anna{Enter}');
  await screen.findByText(/^Anna’s link, works until/);
  await screen.findByText(/Added by Anna’s link$/);
  expect(server.received.find(({ call }) => call === 'POST /api/helpers')?.body).toEqual({ name: 'Anna' });
  expect(screen.getByLabelText('Who is it for? (optional)')).toHaveProperty('value', '');
});

it('says in words why there are no more links', async () => {
  server.on('POST /api/helpers', {
    status: 409,
    body: { code: 'helpers_full', message: '5 links can work at the same time. Please end one first.' },
  });
  await openSection();
  await userEvent.click(await screen.findByRole('button', { name: 'Make a link' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    '5 links can work at the same time. Please end one first.',
  );
});

it('says that a link could not be ended, and nothing of an earlier failure', async () => {
  helpers = { links: [LINK], added: [] };
  server.on('POST /api/helpers', { status: 409, body: { code: 'helpers_full', message: 'Please end one first.' } });
  server.on('DELETE /api/helpers/l1', 'cut');
  await openSection();
  await press('Make a link');
  await screen.findByText('Please end one first.');
  await press(/^End it/);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(FAILED));
  screen.getByRole('listitem', { name: /^Link that works until/ });
  server.on('DELETE /api/helpers/l1', () => {
    helpers = { links: [], added: [] };
    return { status: 204 };
  });
  await press(/^End it/);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('says that what a helper added could not be removed, which still stands there', async () => {
  const words = { id: 'w1', kind: 'words', questionId: 1, name: 'She danced.', createdAt: LINK.createdAt } as const;
  helpers = { links: [], added: [words] };
  server.on('DELETE /api/helpers/added/w1', 'cut');
  await openSection();
  await press('Remove She danced.');
  await press('Remove');
  expect((await screen.findByRole('alert')).textContent).toBe(FAILED);
  screen.getByRole('listitem', { name: 'She danced.' });
});

it('says that the links could not be loaded, and tries again', async () => {
  server.on('GET /api/helpers', { status: 500 });
  await openSection();
  await screen.findByText('Your links could not be loaded. Nothing of them is lost.');
  server.on('GET /api/helpers', { body: { links: [{ ...LINK, name: 'Anna' }], added: [] } });
  await press('Try again');
  await screen.findByText(/^Anna’s link/);
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
});
