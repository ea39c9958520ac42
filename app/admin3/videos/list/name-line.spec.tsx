import { admin3Server, openAdmin3, rowIn, waitingList } from '../../../testing/admin3-screen.js';
import type { ScreenServer } from '../../../testing/screen-server.js';
import { aVideo } from '../../../testing/video-for-specs.js';

let server: ScreenServer;
afterEach(() => server.close());

const rowOf = async (video: Parameters<typeof aVideo>[0]) => {
  server = admin3Server({ waiting: [aVideo(video)] });
  await openAdmin3(server);
  return rowIn(waitingList(), 'A quiet day');
};

describe('another name of a person', () => {
  it('is what the public will see, and where the words still tell the real one is said', async () => {
    const { getByText } = await rowOf({ shownName: 'Robin', transcript: 'I am Anna Berg, and I rest.' });
    expect(getByText('Shown under the name Robin. The real name stays with you.')).toBeTruthy();
    getByText('The transcript still tells the real name:', { exact: false });
    getByText(/Robin.s Story/);
  });

  it('is not spoken of where there is none', async () => {
    const { queryByText } = await rowOf({ transcript: 'I am Anna Berg, and I rest.' });
    expect(queryByText(/^Shown under/)).toBeNull();
    expect(queryByText(/still tells/)).toBeNull();
  });
});
