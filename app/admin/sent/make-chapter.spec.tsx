import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createQueryClient } from '../../shared/http/query-client.js';
import { toastStore } from '../../shared/ui/toast-store.js';
import { ScreenServer } from '../../testing/screen-server.js';
import { MakeChapter } from './make-chapter.js';

const CALL = 'POST /api/admin/written-chapters';

let server: ScreenServer;
beforeEach(() => {
  server = new ScreenServer();
});
afterEach(() => {
  toastStore.clear();
  cleanup();
  return server.close();
});

const open = async () => {
  await server.open('/admin');
  render(
    <QueryClientProvider client={createQueryClient()}>
      <h4 id="words">Question 2</h4>
      <MakeChapter writtenAnswerId="w1" describedBy="words" />
    </QueryClientProvider>,
  );
};
const button = () => screen.queryByRole('button');
const press = () => userEvent.click(button()!);

it.each([
  [false, /^It waits for approval/],
  [true, /^It is an approved chapter/],
])('makes a chapter of an answer once, and says where it is (approved: %s)', async (isApproved, said) => {
  server.on(CALL, { status: 201, body: { id: 'v1', isApproved } });
  await open();
  expect(button()!.getAttribute('aria-describedby')).toBe('words');
  await press();
  expect(await screen.findByText(said)).toBeTruthy();
  expect((await screen.findByRole('link')).getAttribute('href')).toBe('/admin3');
  expect(button()).toBeNull();
  expect(server.received.filter(({ call }) => call === CALL).map(({ body }) => body)).toEqual([
    { writtenAnswerId: 'w1' },
  ]);
});

it('says in the server’s words why none was made, and can be pressed again', async () => {
  const message = 'These words are not there any more.';
  server.on(CALL, { status: 404, body: { code: 'words_not_found', message } });
  await open();
  await press();
  await waitFor(() => expect(toastStore.read()).toMatchObject({ description: message }));
  server.on(CALL, { status: 201, body: { id: 'v1', isApproved: false } });
  await press();
  expect(await screen.findByRole('link')).toBeTruthy();
});
