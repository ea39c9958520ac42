import { createServer } from 'node:http';
import { ScreenServer } from './screen-server.js';

describe('a server for screens', () => {
  it('fails a spec whose screen made calls that nothing was said of, and names each once', async () => {
    const server = new ScreenServer().on('GET /api/known', { body: [] });
    await server.open('/');
    await fetch('/api/known');
    await fetch('/api/unknown?id=1');
    await fetch('/api/unknown?id=2');
    await fetch('/api/other', { method: 'DELETE' });
    await expect(server.close()).rejects.toThrow("says nothing of: 'GET /api/unknown', 'DELETE /api/other'.");
  });

  it('lets the screen call nobody once it is closed, whoever has its port by then', async () => {
    const server = new ScreenServer().on('GET /api/known', { body: [] });
    await server.open('/');
    await fetch('/api/known');
    const next = createServer(() => expect('a late call').toBe('made to nobody'));
    await server.close();
    await new Promise<void>((resolve) => next.listen(Number(location.port), '127.0.0.1', resolve));
    await expect(fetch('/api/known')).rejects.toThrow('aborted');
    next.close();
  });
});
