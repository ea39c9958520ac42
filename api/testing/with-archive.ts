import { ArchiveClient } from './archive-client.js';
import { noVideoTools } from './transcoded-videos.js';
import { createTestApp, type TestApp } from './test-app.js';

interface Archive {
  testApp: TestApp;
  staff: ArchiveClient;
  /** Of the participant of this case. */
  userId: string;
}

/** For all cases of a `describe` one server with a signed-in producer, and for each case a participant of its own. */
export function withArchive(): Archive {
  const archive = {} as Archive;
  beforeAll(async () => {
    archive.testApp = await createTestApp();
    await noVideoTools(archive.testApp);
    archive.staff = await ArchiveClient.signIn(archive.testApp);
  });
  afterAll(() => archive.testApp.close());
  beforeEach(async () => {
    archive.userId = await archive.staff.register();
  });
  return archive;
}
