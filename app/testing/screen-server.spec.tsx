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
});
