import { QueryClientProvider } from '@tanstack/react-query';
import { jest } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { AuditEntry } from '../../../api/contract/staff/audit.js';
import { createQueryClient } from '../../shared/http/query-client.js';
import { adminServer, AUDIT, openAdmin, section } from '../../testing/admin-screen.js';
import { aPerson } from '../../testing/person-for-specs.js';
import type { ScreenServer } from '../../testing/screen-server.js';
import { AuditSection } from './audit-section.js';

let server: ScreenServer;
const anEntry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 1,
  actor: 'staff',
  producer: 'Jo',
  action: 'participant_done',
  subject: { type: 'participant', id: 'p1' },
  at: '2026-03-04T15:12:00.000Z',
  ...changes,
});
const entries = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => anEntry({ id: from - index }));
const audit = () => section('Last staff actions');
const lines = () =>
  audit()
    .queryAllByRole('listitem')
    .map((line) => [...line.children].slice(1).map(({ textContent }) => textContent));
const queries = () =>
  server.received.filter(({ call }) => call === AUDIT).map(({ query }) => Object.fromEntries(query));

beforeEach(() => {
  server = adminServer([aPerson()]).on(AUDIT, { body: { entries: [anEntry()], nextBefore: null } });
});
afterEach(() => server.close());

describe('the last staff actions', () => {
  it('say that they load', async () => {
    server.on(AUDIT, () => new Promise(() => {}));
    await openAdmin(server);
    expect(audit().getByText('Loading staff actions…')).toBeTruthy();
  });

  it('tell who did what on whom', async () => {
    await openAdmin(server);
    await audit().findByText('Jo', { selector: 'span' });
    await waitFor(() => expect(lines()).toEqual([['Jo', 'Marked as done', 'Anna Berg']]));
  });

  it('say that there are none yet', async () => {
    server.on(AUDIT, { body: { entries: [], nextBefore: null } });
    await openAdmin(server);
    expect(await audit().findByText('No staff actions yet')).toBeTruthy();
  });

  it('can be loaded again after a failure', async () => {
    server.on(AUDIT, { status: 500, body: {} });
    await openAdmin(server);
    await audit().findByText('The staff actions could not be loaded.');
    server.on(AUDIT, { body: { entries: [anEntry()], nextBefore: null } });
    await userEvent.click(audit().getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(lines()).toHaveLength(1));
  });

  it('are found by person, producer and kind; where nothing fits, all come back at a press', async () => {
    await openAdmin(server);
    await waitFor(() => expect(lines()).toHaveLength(1));
    await audit().findByRole('option', { name: 'Anna Berg (anna@example.org)' });
    await audit().findByRole('option', { name: 'Jo' });
    await userEvent.selectOptions(audit().getByLabelText('About'), 'Anna Berg (anna@example.org)');
    await userEvent.selectOptions(audit().getByLabelText('By'), 'Jo');
    server.on(AUDIT, { body: { entries: [], nextBefore: null } });
    await userEvent.selectOptions(audit().getByLabelText('Kind'), 'Deletions');
    await audit().findByText('No staff action fits.');
    expect(queries().at(-1)).toEqual({ person: 'p1', producer: 'Jo', kind: 'deleted' });
    server.on(AUDIT, { body: { entries: [anEntry()], nextBefore: null } });
    await userEvent.click(audit().getByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(lines()).toHaveLength(1));
    expect(audit().getByLabelText('Kind')).toHaveProperty('value', '');
  });

  it('are paged, from where the server says', async () => {
    server.on(AUDIT, ({ query }) => ({
      body: query.has('before')
        ? { entries: entries(50, 10), nextBefore: null }
        : { entries: entries(100, 50), nextBefore: 51 },
    }));
    await openAdmin(server);
    await waitFor(() => expect(lines()).toHaveLength(25));
    const pages = within(screen.getByRole('navigation', { name: 'Pages of Last staff actions' }));
    const next = pages.getByRole('button', { name: 'Next' });
    expect(pages.getByText('1–25')).toBeTruthy();
    await userEvent.click(next);
    expect(lines()).toHaveLength(25);
    expect(pages.getByText('26–50')).toBeTruthy();
    await userEvent.click(next);
    await waitFor(() => expect(lines()).toHaveLength(10));
    expect(queries().at(-1)).toEqual({ before: '51' });
    expect(next).toHaveProperty('disabled', true);
    await userEvent.click(pages.getByRole('button', { name: 'Previous' }));
    expect(lines()).toHaveLength(25);
  });

  it('stay where the next page could not be read, and go on there once it could', async () => {
    const first = { body: { entries: entries(100, 50), nextBefore: 51 } };
    server.on(AUDIT, ({ query }) => (query.has('before') ? { status: 500, body: {} } : first));
    await openAdmin(server);
    await waitFor(() => expect(lines()).toHaveLength(25));
    const pages = within(screen.getByRole('navigation', { name: 'Pages of Last staff actions' }));
    await userEvent.click(pages.getByRole('button', { name: 'Next' }));
    await audit().findByText('The staff actions could not be loaded.');
    await userEvent.click(pages.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(queries().filter(({ before }) => before === '51')).toHaveLength(2));
    expect(pages.getByText('26–50')).toBeTruthy();
    expect(lines()).toHaveLength(25);
    server.on(AUDIT, ({ query }) =>
      query.has('before') ? { body: { entries: entries(50, 10), nextBefore: null } } : first,
    );
    await userEvent.click(await audit().findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(lines()).toHaveLength(10));
    expect(pages.getByText('51–60')).toBeTruthy();
  });
});

it('the names to choose from are sorted once, whatever else changes on the page', async () => {
  await server.open('/admin');
  const people = ['Zoe', 'Anna'].map((name) => aPerson({ id: name, name }));
  const sorting = jest.spyOn(people, 'toSorted');
  const client = createQueryClient();
  const page = () => (
    <QueryClientProvider client={client}>
      <AuditSection people={people} />
    </QueryClientProvider>
  );
  const { rerender } = render(page());
  rerender(page());
  await screen.findByText('Marked as done');
  const names = within(screen.getByLabelText('About')).getAllByRole('option');
  expect(names.slice(1).map(({ textContent }) => textContent?.slice(0, 4))).toEqual(['Anna', 'Zoe ']);
  expect(sorting).toHaveBeenCalledTimes(1);
});
