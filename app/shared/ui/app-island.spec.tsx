import { useMutation, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ScreenServer } from '../../testing/screen-server.js';
import { request } from '../http/request.js';
import { AppIsland } from './app-island.js';
import { toast, toastStore } from './toast-store.js';

const READ = 'GET /api/words';
const CHANGE = 'POST /api/words';
const AWAY = /^We are away for a moment\. Nothing is lost/;
let server: ScreenServer;
beforeEach(() => {
  server = new ScreenServer();
});
afterEach(() => {
  toastStore.clear();
  return server.close();
});

function Page() {
  const words = useQuery<string>({ queryKey: ['/api/words'] });
  const change = useMutation({
    mutationFn: () => request<void>('POST', '/api/words'),
    onError: () => toast({ title: 'Not saved', variant: 'destructive' }),
    onSuccess: () => toast({ title: 'Saved' }),
  });
  return (
    <>
      <p>{words.data}</p>
      <button type="button" onClick={() => change.mutate()}>
        Save
      </button>
    </>
  );
}

const open = async () => {
  await server.open('/');
  render(
    <AppIsland>
      <Page />
    </AppIsland>,
  );
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('an island', () => {
  it('says while the server is away, and goes on by itself', async () => {
    server.on(READ, { status: 503 });
    await open();
    const said = await screen.findByText(AWAY);
    expect([said.tagName, said.ariaLive]).toEqual(['OUTPUT', 'polite']);
    server.on(READ, { body: 'Some words' });
    await screen.findByText('Some words');
    expect(said.textContent).toBe('');
  });

  it('says no more of a failure once it is tried again', async () => {
    server.on(READ, { body: '' }).on(CHANGE, { status: 500 });
    await open();
    await save();
    await screen.findByText('Not saved');
    const { promise: isSaved, resolve } = Promise.withResolvers<void>();
    server.on(CHANGE, async () => {
      await isSaved;
      return { status: 204 };
    });
    await save();
    expect(toastStore.read()).toMatchObject({ title: 'Not saved', open: false });
    resolve();
    await screen.findByText('Saved');
  });
});
