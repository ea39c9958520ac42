import { render } from '@testing-library/react';
import { ScreenServer } from '../../testing/screen-server.js';
import { AppIsland } from '../ui/app-island.js';
import { SIGNED_OUT, SomeoneElseError } from './http-error.js';
import { request } from './request.js';
import { sendBody } from './send-body.js';
import { forgetSessionOwner, noteSessionOwner, readOwn } from './session-owner.js';

let server: ScreenServer;
beforeEach(async () => {
  server = new ScreenServer().on('POST /api/hide', { status: 204 }).on('POST /api/chunk', { body: {} });
  await server.open('/');
});
afterEach(() => {
  forgetSessionOwner();
  return server.close();
});

const refusal = { status: 401, code: 'signed_out', serverMessage: SIGNED_OUT };
const hide = () => request<void>('POST', '/api/hide');
const sendChunk = () => sendBody('/api/chunk', new Blob(['bytes']), { headers: { 'Upload-Id': 'u1' } });

describe('whose page it is', () => {
  it('goes with every call, so that nothing is done for whoever signed in since', async () => {
    noteSessionOwner('anna');
    server.session = 'anna';
    await hide();
    await sendChunk();
    server.session = 'bea';
    await expect(hide()).rejects.toMatchObject(refusal);
    await expect(sendChunk()).rejects.toMatchObject(refusal);
    expect(server.received.map(({ call }) => call)).toEqual(['POST /api/hide', 'POST /api/chunk']);
  });

  it('is not said before it is known', async () => {
    server.session = 'bea';
    await hide();
    await sendChunk();
    expect(server.received).toHaveLength(2);
  });

  it('is forgotten with the page', async () => {
    const { unmount } = render(<AppIsland>The page</AppIsland>);
    noteSessionOwner('anna');
    unmount();
    noteSessionOwner('bea');
    server.session = 'bea';
    await hide();
    expect(server.received).toHaveLength(1);
  });

  it('stays as it is: what is read of somebody else is not taken, whatever the server says', async () => {
    const people = [{ id: 'anna' }, null, { id: 'bea' }];
    const read = readOwn<{ id: string } | null>(() => people.shift()!) as () => Promise<unknown>;
    expect(await read()).toEqual({ id: 'anna' });
    expect(await read()).toBeNull();
    await expect(read()).rejects.toThrow(SomeoneElseError);
  });
});
