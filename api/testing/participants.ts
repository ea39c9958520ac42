import type { TestApp } from './test-app.js';

let registered = 0;

/** Registers someone new and returns the cookie of their session, which outlives a restart of the API. */
export async function signUp(testApp: TestApp): Promise<string> {
  const response = await testApp.http
    .post('/api/register')
    .send({ firstName: 'Anna', lastName: 'Example', email: `signed-up-${++registered}@example.org` })
    .expect(201);
  const [cookie = ''] = response.get('Set-Cookie') ?? [];
  return cookie.split(';')[0]!;
}
