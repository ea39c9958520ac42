import { BodyServer, described } from '../../testing/body-server.js';
import { until } from '../../testing/until.js';

const MB = 1024 * 1024;

describe('files in multipart forms', () => {
  let server: BodyServer;
  let client: BodyServer['client'];
  beforeAll(async () => {
    server = await BodyServer.start();
    ({ client } = server);
  });
  afterEach(async () => {
    expect(await server.filesLeft()).toEqual([]);
  });
  afterAll(() => server.close());

  const bytes = Buffer.alloc(3 * MB, 7);
  const claimed = { filename: 'clip.webm', contentType: 'video/webm' };
  const file = described(bytes, { filename: 'clip.webm', mimeType: 'video/webm' });

  const longFields = (count: number) => {
    const request = client.post('/multipart');
    for (let number = 0; number < count; number++) request.field(`field${number}`, 'x'.repeat(4_000));
    return request;
  };

  /** A file whose name comes after so many other lines. */
  const sendPart = (lines: number) => {
    const others = Array.from({ length: lines }, (_, number) => `X-${number}: a\r\n`).join('');
    const part = `--b\r\n${others}Content-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc\r\n--b--\r\n`;
    return client.post('/multipart').type('multipart/form-data; boundary=b').send(part).expect(201);
  };

  it.each(['before', 'after'])('are written when the fields come %s them', async (place) => {
    const form = client.post('/multipart');
    if (place === 'before') form.field('title', 'Now').attach('file', bytes, claimed);
    else form.attach('file', bytes, claimed).field('title', 'Now');
    const { body } = await form.expect(201);
    expect(body).toEqual({ fields: { title: 'Now' }, file });
  });

  it('lose the folders of their name', async () => {
    const { body } = await client.post('/multipart').attach('file', bytes, { filename: '../../etc/clip.webm' });
    expect(body).toMatchObject({ file: { filename: 'clip.webm' } });
  });

  it('have their name among the first lines of their part', async () => {
    expect((await sendPart(10)).body).toMatchObject({ file: { bytes: 3 } });
    expect((await sendPart(20)).body).toMatchObject({ file: null });
  });

  it('may be empty or left out', async () => {
    const empty = await client.post('/multipart').attach('file', Buffer.alloc(0), claimed).expect(201);
    expect(empty.body).toMatchObject({ file: { bytes: 0 } });
    const { body } = await client.post('/multipart').field('title', 'Now').expect(201);
    expect(body).toEqual({ fields: { title: 'Now' }, file: null });
  });

  it('keep fields named as properties of objects apart', async () => {
    const { body } = await client.post('/multipart').field('__proto__', 'x').field('constructor', 'y').expect(201);
    expect((body as { fields: object }).fields).toHaveProperty('constructor', 'y');
  });

  describe('refuses', () => {
    it('many long fields, though none is too long by itself', async () => {
      await longFields(16).expect(201);
      const { body } = await longFields(20).expect(413);
      expect(body).toEqual({ code: 'too_large', message: 'The fields of this form are too long.' });
    });

    it('more fields than any form has', async () => {
      const request = client.post('/multipart');
      for (let number = 0; number < 40; number++) request.field(`field${number}`, 'x');
      expect((await request.expect(400)).body).toMatchObject({ code: 'malformed_multipart' });
    });

    it('a file over the limit, in the words of the caller', async () => {
      await client.post(`/multipart?limit=${bytes.length}`).attach('file', bytes, claimed).expect(201);
      const { body } = await client.post(`/multipart?limit=${bytes.length - 1}`).attach('file', bytes, claimed);
      expect(body).toEqual({ code: 'too_large', message: 'Too large for us.' });
    });

    it('a field over the limit', async () => {
      await client.post('/multipart').field('title', 'x'.repeat(5000)).attach('file', bytes, claimed).expect(413);
    });

    it('too many fields', async () => {
      const form = client.post('/multipart');
      for (let n = 0; n < 40; n++) form.field(`field${n}`, 'x');
      await form.expect(400);
    });

    it('two files, and a file under another name', async () => {
      await client.post('/multipart').attach('file', bytes, claimed).attach('file', bytes, claimed).expect(400);
      await client.post('/multipart').attach('other', bytes, claimed).expect(400);
    });

    it('other bodies', async () => {
      await client.post('/multipart').send({ file: 'x' }).expect(415);
      await client.post('/multipart').expect(415);
      await client.post('/multipart').type('multipart/form-data').send('x').expect(415);
    });

    it('a form without its end', async () => {
      const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc';
      for (const body of ['', 'nonsense', '--b', part, `${part}\r\n--b`]) {
        const answer = await client.post('/multipart').type('multipart/form-data; boundary=b').send(body).expect(400);
        expect(answer.body).toMatchObject({ code: 'malformed_multipart' });
      }
    });
  });

  it('leave nothing behind when the client goes away', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 1000 };
    const request = server.open('/multipart', headers);
    request.on('error', () => {});
    request.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc');
    await until(async () => (await server.filesLeft()).length > 0);
    request.destroy();
    await until(async () => (await server.filesLeft()).length === 0);
    expect(await server.filesLeft()).toEqual([]);
  });
});
