/** Of a whole run: its PostgreSQL is stopped. */
export default async function tearDown(): Promise<void> {
  await globalThis.stopTestServer();
}
