import { fireEvent } from '@testing-library/react';
import type { VideoPreparation } from '../../../../api/contract/media/preparation.js';
import { admin3Server, openAdmin3, openDialog } from '../../../testing/admin3-screen.js';
import { NOT_FOUND, type Reply, type ScreenServer } from '../../../testing/screen-server.js';
import { aVideo } from '../../../testing/video-for-specs.js';

const FILE = 'HEAD /media/v1.mp4';
const CUES = [{ start: 1, end: 3, text: 'I loved to run' }];
let server: ScreenServer;

afterEach(() => server.close());

async function openUnplayable(action: string, preparation: VideoPreparation, file: Reply = {}) {
  server = admin3Server({ waiting: [aVideo({ cues: CUES, preparation })] }).on(FILE, file);
  await openAdmin3(server);
  const dialog = await openDialog(action);
  fireEvent.error(dialog.getByLabelText('A quiet day', { selector: 'video' }));
  return dialog;
}

describe.each(['View', 'Captions'])('a video that the browser cannot play, in %s,', (action) => {
  it.each<[VideoPreparation, string]>([
    [
      { state: 'working', problem: null },
      'This browser cannot play the file as it was uploaded. It is being prepared: please close this and open it again in a while.',
    ],
    [{ state: 'failed', problem: 'the file is damaged' }, 'This video cannot be played: the file is damaged.'],
    [{ state: 'off', problem: null }, 'This browser cannot play the file as it was uploaded.'],
    [{ state: 'ready', problem: null }, 'This browser cannot play the file.'],
  ])('says so: %j', async (preparation, said) => {
    const dialog = await openUnplayable(action, preparation);
    expect(await dialog.findByText(said)).toBeTruthy();
  });
});

it('a video that is not to be had says so', async () => {
  const dialog = await openUnplayable('View', { state: 'ready', problem: null }, NOT_FOUND);
  const said = 'The video could not be loaded. Please close this and open it again.';
  expect(await dialog.findByText(said)).toBeTruthy();
});
