import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { admin3Server, openAdmin3, rowIn, showLists, waitingList } from '../../../testing/admin3-screen.js';
import { shortDateTime } from '../../../shared/text/format.js';
import { readAloud } from '../../../testing/screen-reader.js';
import type { ScreenServer } from '../../../testing/screen-server.js';
import { aVideo, anApprovedVideo } from '../../../testing/video-for-specs.js';

const UPLOADED = `Uploaded ${shortDateTime('2026-03-04T15:12:00.000Z')}`;
const LOUD_DAY = [
  'listitem, A loud day, level 2, position 2, set size 2',
  'heading, A loud day, level 4',
  'Life today',
  UPLOADED,
  'No captions',
  'No transcript available',
  'link, Original A loud day',
  "Once approved, “Anna's Story” shows under “Life today” the video.",
  'No release on file.',
  'button, Ask for it, A loud day',
  'button, Record a paper, A loud day',
  'button, Approve, A loud day',
  'button, View, A loud day',
  'button, Edit, A loud day',
  'button, History, A loud day',
  'button, Move, A loud day',
  'button, Delete, A loud day',
];

let server: ScreenServer;
beforeEach(() => {
  server = admin3Server({ waiting: [aVideo({ transcript: 'I rest.' }), aVideo({ id: 'v2', title: 'A loud day' })] });
});
afterEach(() => server.close());

const list = () => screen.getByRole('region', { name: 'Videos Waiting for Approval' });

it('a producer hears whose video waits, what it says and what can be done, and then that it is approved', async () => {
  await openAdmin3(server);
  await rowIn(waitingList(), 'A quiet day');
  expect(await readAloud(list())).toEqual([
    'region, Videos Waiting for Approval',
    'heading, Videos Waiting for Approval, level 2',
    'listitem, Anna Berg, level 1, position 1, set size 1',
    'heading, Anna Berg, level 3',
    '2 waiting',
    'button, Approve all 2 videos of Anna Berg',
    'listitem, A quiet day, level 2, position 1, set size 2',
    'heading, A quiet day, level 4',
    'Life today',
    UPLOADED,
    'No captions',
    'I rest.',
    'link, Original A quiet day',
    "Once approved, “Anna's Story” shows under “Life today” the video and its transcript.",
    'No release on file.',
    'button, Ask for it, A quiet day',
    'button, Record a paper, A quiet day',
    'button, Approve, A quiet day',
    'button, View, A quiet day',
    'button, Edit, A quiet day',
    'button, History, A quiet day',
    'button, Move, A quiet day',
    'button, Delete, A quiet day',
    ...LOUD_DAY,
  ]);
  server.on('PUT /api/admin/showcase-videos/v1/approve', () => {
    showLists(server, { waiting: [], approved: [anApprovedVideo()] });
    return { body: anApprovedVideo() };
  });
  await userEvent.click((await rowIn(waitingList(), 'A quiet day')).getByRole('button', { name: 'Approve' }));
  await waitingList().findByText('No videos waiting for approval');
  await waitingList().findByText('“A quiet day” is approved and live.');
  expect(await readAloud(list())).toEqual([
    'region, Videos Waiting for Approval',
    'heading, Videos Waiting for Approval, level 2',
    '“A quiet day” is approved and live.',
    'link, Open live page (opens in a new tab)',
    'No videos waiting for approval',
    'A video appears here as soon as it is uploaded.',
  ]);
});
