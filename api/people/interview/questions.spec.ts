import { createTestApp } from '../../testing/test-app.js';

describe('GET /api/questions', () => {
  it('tells anyone the six questions in their order', async () => {
    const testApp = await createTestApp();
    const { body } = await testApp.http.get('/api/questions').expect(200);
    expect(body).toHaveLength(6);
    expect((body as object[])[0]).toEqual({
      id: 1,
      title: 'Life before ME/CFS',
      text: expect.stringContaining('before you became ill') as string,
      starterPhrase: 'Before ME/CFS I loved to',
      sequence: 1,
    });
    expect((body as { sequence: number }[]).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
    await testApp.close();
  });
});
