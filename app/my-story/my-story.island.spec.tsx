import 'fake-indexeddb/auto';
import { jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { MyStory, OwnRecording, OwnRecordingDraft, Withdrawal } from '../../api/contract/stories/my-story.js';
import { STORY_DELETED } from '../../api/contract/common/wordings.js';
import { type LocalDraft, LocalDraftStore } from '../interview/local-drafts/local-draft-store.js';
import { type ChosenFile, ChosenFileStore } from '../shared/chosen-files/chosen-file-store.js';
import { WebTabLocks } from '../shared/tab-locks.js';
import { toastStore } from '../shared/ui/toast-store.js';
import { isLeavingGuarded } from '../shared/ui/use-leave-guard.js';
import { ScreenServer } from '../testing/screen-server.js';
import MyStoryIsland from './my-story.island.js';
import { asksBeforeLeaving } from '../testing/leaving.js';

const API = '/api/my-story';
const RECORDING: OwnRecording = {
  id: 'a1',
  questionId: 1,
  title: 'Life before',
  posterUrl: null,
  preparation: { state: 'ready', problem: null },
  fileSize: 1000,
  createdAt: '2026-01-02T12:00:00.000Z',
};
const DRAFT: OwnRecordingDraft = {
  title: 'Life before',
  uploadId: 'u1',
  questionId: 1,
  filename: 'story.webm',
  mimeType: 'video/webm',
  isAddition: false,
  videoUrl: '/api/recording-drafts/u1/stream',
  bytes: 1000,
  durationSeconds: 3,
  recordedAt: '2026-03-05T12:00:00.000Z',
  keptUntil: '2026-03-06T12:00:00.000Z',
  isGrowing: false,
  mayGoOn: false,
  totalChunks: 1,
};
const STORY: MyStory = {
  id: 'p1',
  firstName: 'Anna',
  lastName: 'Example',
  email: 'anna@example.org',
  shownName: null,
  tag: false,
  instagram: null,
  tiktok: null,
  isEmailProven: true,
  isUnclaimed: false,
  isSubmitted: true,
  hiddenAt: null,
  withdrawnAt: null,
  isUnlisted: false,
  storyPath: '/stories/anna-2026-01-02',
  writtenAnswers: [{ id: 'w1', questionId: 2, title: 'What happened', text: 'I fell ill.' }],
  answers: [{ ...RECORDING, earlierRecordings: [] }],
  recordingDrafts: [],
  photos: [{ id: 'p1', originalName: 'garden.jpg', description: 'My garden' }],
  videos: [
    {
      id: 'v1',
      questionId: 1,
      title: 'Before I was ill',
      description: 'A short look back.',
      transcript: 'I loved to climb.',
      cues: null,
      videoUrl: `${API}/videos/v1/stream`,
      mimeType: 'video/mp4',
      posterUrl: null,
      sentence: null,
      durationSeconds: 12,
      approvedAt: '2026-03-04T12:00:00.000Z',
      isPublic: true,
      shownName: 'Anna',
      release: {
        standing: 'none',
        cutHash: 'c1',
        isOfAnotherCut: false,
        at: null,
        words: '',
        marks: [],
        terms: null,
        paper: null,
        asked: 0,
      },
      createdAt: '2026-03-01T12:00:00.000Z',
    },
  ],
  publicUploads: 2,
  receipts: [{ id: 'r1', kind: 'recording_given', actor: 'participant', at: '2026-01-02T12:00:00.000Z' }],
  wishes: null,
  looks: [{ id: 1, action: 'answer_viewed', producer: 'Maria', at: '2026-02-01T12:00:00.000Z' }],
  browsers: [
    {
      id: 'b1',
      isCurrent: true,
      isSignedIn: true,
      since: '2026-01-02T12:00:00.000Z',
      lastSeenAt: '2026-03-05T12:00:00.000Z',
    },
    {
      id: 'b2',
      isCurrent: false,
      isSignedIn: false,
      since: '2026-01-02T12:00:00.000Z',
      lastSeenAt: '2026-02-05T12:00:00.000Z',
    },
  ],
};
const DONE: Withdrawal = {
  at: '2026-03-06T12:00:00.000Z',
  what: 'story',
  answers: 1,
  photos: 2,
  videos: 1,
  publicVideos: 1,
  publicUploads: 0,
};

const USER = { id: 'p1', keptUnder: ['apart', 'p1'] };
const draftOf = (participantId: string): LocalDraft => ({
  participantId,
  questionId: 1,
  id: `draft-${participantId}`,
  origin: 'recorded',
  filename: 'story.webm',
  mimeType: 'video/webm',
  recordedAt: new Date(),
  durationSeconds: 1,
  pieces: 1,
  bytes: 4,
  isWhole: true,
  use: 'none',
  uploadId: undefined,
});
const chosenBy = (owner: string): ChosenFile => ({
  owner,
  form: 'photos',
  id: `photo-${owner}`,
  name: 'garden.jpg',
  mimeType: 'image/jpeg',
  lastModified: 1,
  bytes: 0,
  description: '',
  chosenAt: new Date(),
  place: 0,
  seenAt: new Date(),
  pieces: 0,
  isWhole: true,
});

/** Whether each press of a link was followed, as a browser would. */
const watchLinks = () => {
  const followed: boolean[] = [];
  const follow = (event: Event) => {
    followed.push(!event.defaultPrevented);
    event.preventDefault();
  };
  addEventListener('click', follow);
  return { followed, stop: () => removeEventListener('click', follow) };
};

const FAILED = 'That did not work just now. Please try again.';

let server: ScreenServer;
let story: MyStory;
beforeEach(() => {
  server = new ScreenServer();
  story = STORY;
  server.on(`GET ${API}`, () => ({ body: story }));
  server.on('GET /api/helpers', { body: { links: [], added: [] } });
});
afterEach(() => {
  jest.restoreAllMocks();
  toastStore.clear();
  return server.close();
});

const open = async (address = '/my-story') => {
  await server.open(address);
  return render(<MyStoryIsland />);
};
/** Of somebody who has not handed it in. */
const openWith = (more: Partial<MyStory>) => {
  story = { ...STORY, isSubmitted: false, writtenAnswers: [], ...more };
  return open();
};
const part = (name: string) => screen.findByRole('region', { name });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const thing = (title: string) => screen.getByRole('listitem', { name: title });
const pressAt = (title: string, name: string) => userEvent.click(within(thing(title)).getByRole('button', { name }));
const sent = (call: string) => server.received.filter((received) => received.call === call).map(({ body }) => body);

describe('my story', () => {
  it('shows what there is, each with its state in words', async () => {
    await open();
    const videos = within(await part('Finished videos'));
    expect(videos.getByRole('heading', { name: 'Before I was ill' })).toBeTruthy();
    videos.getByText('Public since Mar 4, 2026');
    expect(within(await part('Your answers')).getAllByText('With the producers').length).toBe(2);
    within(await part('Your photos')).getByText('My garden');
    within(await part('Who can see it')).getByText('Your story has been public since Mar 4, 2026.');
    expect(within(await part('Who has looked at it')).getByRole('listitem').textContent).toContain(
      'Maria watched an answer',
    );
    screen.getByText(/^2 files came through the public upload page/);
    expect(within(thing('Life before')).getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(
      `${API}/answers/a1/original`,
    );
  });

  describe('has an answer', () => {
    const pieces = [1, 2].map((number) => ({
      id: `p${number}`,
      videoUrl: `/api/videos/piece/p${number}`,
      originalUrl: `${API}/answers/a1/pieces/p${number}/original`,
      durationSeconds: number === 1 ? 20 : null,
      fileSize: 4_096,
      createdAt: '2026-01-02T12:00:00.000Z',
    }));
    const [answer] = STORY.answers;

    it('whose pieces are joined as one video', async () => {
      await open();
      await part('Your answers');
      await pressAt('Life before', 'Watch');
      const joined = within(thing('Life before'));
      expect(joined.getByLabelText('Life before', { selector: 'video' }).getAttribute('src')).toBe(
        '/api/videos/stream/a1',
      );
      expect(joined.queryByText(/recordings/)).toBeNull();
      expect(joined.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Download']);
    });

    it.each(['off', 'failed'] as const)('in pieces, each to play and to take along: joining is %s', async (state) => {
      const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
      const problem = state === 'failed' ? 'preparing it took too long' : null;
      story = { ...STORY, answers: [{ ...answer!, pieces, preparation: { state, problem } }] };
      await open();
      await part('Your answers');
      expect(within(thing('Life before')).getByText('This answer is in 2 recordings.')).toBeTruthy();
      expect(within(thing('Life before')).queryByRole('link')).toBeNull();
      await pressAt('Life before', 'Watch or download');
      const opened = within(thing('Life before'));
      expect(opened.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
        ['Download Recording 1', pieces[0]!.originalUrl],
        ['Download Recording 2', pieces[1]!.originalUrl],
      ]);
      const video = opened.getByLabelText('Life before', { selector: 'video' });
      expect(video.getAttribute('src')).toBe(pieces[0]!.videoUrl);
      fireEvent.ended(video);
      expect([video.getAttribute('src'), play.mock.calls.length]).toEqual([pieces[1]!.videoUrl, 1]);
      await userEvent.click(opened.getByRole('button', { name: 'Play Recording 1 Jan 2, 2026, 0:20, < 0.1 MB' }));
      expect([video.getAttribute('src'), play.mock.calls.length]).toEqual([pieces[0]!.videoUrl, 2]);
      expect(opened.getByRole('button', { name: 'Play Recording 2 Jan 2, 2026, < 0.1 MB' })).toBeTruthy();
    });
  });

  it('says at each press what it is about', async () => {
    await open();
    await part('Finished videos');
    const controls = [
      ['Before I was ill', 'Watch and answer', 'Withdraw', 'Download'],
      ['Life before', 'Watch', 'Withdraw', 'Download'],
      ['What happened', 'Read', 'Withdraw', 'Download'],
      ['My garden', 'Withdraw', 'Download'],
    ] as const;
    for (const [title, ...names] of controls) {
      const described = (['button', 'link'] as const).flatMap((role) =>
        screen.getAllByRole(role, { description: title }).map(({ textContent }) => textContent),
      );
      expect([title, ...described]).toEqual([title, ...names]);
    }
  });

  it('says that it is found by its link alone, and when a first day is still to come', async () => {
    story = { ...STORY, isUnlisted: true };
    await open();
    const state = within(await part('Who can see it'));
    expect(
      state.getByText(/^Your story has been public since Mar 4, 2026, only for those who have its link/),
    ).toBeTruthy();
    cleanup();
    const terms = { uses: ['archive' as const], linkOnly: false, publicFrom: '2199-03-04T12:00:00.000Z' };
    const [video] = STORY.videos;
    const release = { ...video!.release, terms: { ...terms, publicUntil: null } };
    story = { ...STORY, videos: [{ ...video!, isPublic: false, release }] };
    await open();
    await part('Finished videos');
    expect(thing('Before I was ill').textContent).toContain('Approved. It is public from Mar 4, 2199 on');
  });

  it('can be taken along, all of it and each receipt', async () => {
    await open();
    const along = within(await part('Take it with you'));
    expect(along.getByRole('link', { name: 'Download everything' }).getAttribute('href')).toBe(`${API}/download`);
    const receipts = within(await part('My receipts'));
    receipts.getByText('Yes to being recorded');
    receipts.getByText('Jan 2, 2026, said by you');
    expect(receipts.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe('/api/consent/receipts/r1');
  });

  it('says where the own name is still told under another one', async () => {
    story = { ...STORY, shownName: 'Robin' };
    story.videos = [{ ...STORY.videos[0]!, transcript: 'My name is Anna, and I loved to climb.' }];
    await open();
    const details = within(await part('My details'));
    expect(details.getByRole('listitem').textContent).toBe(
      'In the transcript of “Before I was ill”: My name is Anna, and I loved to climb.',
    );
  });

  it('keeps wishes, and shows those that are there', async () => {
    server.on(`PUT ${API}/wishes`, { status: 204 });
    await open();
    const wishes = within(await part('If I cannot decide any more'));
    await userEvent.click(wishes.getByText('Write it down'));
    await userEvent.type(wishes.getByRole('textbox', { name: 'What I wish' }), ' Keep it. ');
    await userEvent.type(wishes.getByRole('textbox', { name: 'Whom you can ask' }), 'Eva');
    await userEvent.type(wishes.getByRole('textbox', { name: 'How to reach them' }), '555');
    await userEvent.click(wishes.getByRole('button', { name: 'Save my wishes' }));
    await wishes.findByText(/^Saved\. You can change it/);
    expect(sent(`PUT ${API}/wishes`)).toEqual([{ words: 'Keep it.', contactName: 'Eva', contact: '555' }]);
  });

  it('keeps of wishes what another device has written or taken away since', async () => {
    const at = '2026-03-01T12:00:00.000Z';
    story = { ...STORY, wishes: { words: 'Keep it.', contactName: 'Eva', contact: '555', changedAt: at } };
    server.on(`PUT ${API}/wishes`, { status: 204 });
    await open();
    const wishes = within(await part('If I cannot decide any more'));
    await userEvent.type(wishes.getByRole('textbox', { name: 'How to reach them' }), '6');
    story = { ...STORY, wishes: { words: 'Take it away.', contactName: '', contact: '555', changedAt: at } };
    await userEvent.click(wishes.getByRole('button', { name: 'Save my wishes' }));
    await wishes.findByText(/^Saved\. You can change it/);
    expect(sent(`PUT ${API}/wishes`)).toEqual([{ words: 'Take it away.', contactName: '', contact: '5556' }]);
    expect(wishes.getByRole('textbox', { name: 'What I wish' })).toHaveProperty('value', 'Take it away.');
  });

  it('plays a finished video beside its words', async () => {
    await open();
    await screen.findByRole('heading', { name: 'Before I was ill' });
    await pressAt('Before I was ill', 'Watch and answer');
    expect(screen.getByLabelText('Before I was ill', { selector: 'video' }).getAttribute('src')).toBe(
      `${API}/videos/v1/stream`,
    );
    expect(screen.getByText('I loved to climb.').closest('[hidden]')).toBeNull();
    await pressAt('Before I was ill', 'Close');
    expect(screen.getByText('I loved to climb.').closest('[hidden]')).toBeTruthy();
  });

  it('keeps what is written about a finished video while that is closed, and plays it no further', async () => {
    await open();
    await screen.findByRole('heading', { name: 'Before I was ill' });
    await pressAt('Before I was ill', 'Watch and answer');
    await press('Please change');
    await userEvent.type(screen.getByLabelText('What should be changed?'), 'Leave out the street.');
    const film = screen.getByLabelText<HTMLVideoElement>('Before I was ill', { selector: 'video' });
    Object.defineProperty(film, 'paused', { value: false });
    const pause = jest.spyOn(film, 'pause').mockImplementation(() => {});
    await pressAt('Before I was ill', 'Close');
    expect(pause).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('form', { name: 'Please change' })).toBeNull();
    await pressAt('Before I was ill', 'Watch and answer');
    expect(screen.getByRole('form', { name: 'Please change' })).toBeTruthy();
    expect(screen.getByLabelText('What should be changed?')).toHaveProperty('value', 'Leave out the street.');
  });

  it('shows what was answered in words, to read, keep and withdraw', async () => {
    server.on(`POST ${API}/withdraw`, { body: DONE });
    await open();
    const answers = within(await part('Your answers'));
    answers.getByRole('listitem', { name: 'What happened' });
    await pressAt('What happened', 'Read');
    answers.getByText('I fell ill.');
    const download = within(thing('What happened')).getByRole('link', { name: 'Download' });
    expect(download.getAttribute('href')).toBe('data:text/plain;charset=utf-8,I%20fell%20ill.');
    expect(download.getAttribute('download')).toBe('What happened.txt');
    await pressAt('What happened', 'Withdraw');
    await press('Yes, withdraw it');
    await waitFor(() => expect(sent(`POST ${API}/withdraw`)).toEqual([{ what: 'answer', id: 'w1' }]));
  });

  describe('what is not an answer', () => {
    const EARLIER = 'Life before (an earlier recording)';
    const UNSAVED = 'Life before (not saved yet)';

    it('is shown with it: earlier recordings, to watch, keep and remove', async () => {
      server.on('DELETE /api/videos/a0', () => {
        story = { ...story, answers: [{ ...RECORDING, earlierRecordings: [] }] };
        return { status: 204 };
      });
      await openWith({ answers: [{ ...RECORDING, earlierRecordings: [{ ...RECORDING, id: 'a0' }] }] });
      const answers = within(await part('Your answers'));
      const rows = answers.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
      expect(rows).toEqual(['Life before', EARLIER]);
      const row = within(thing(EARLIER));
      row.getByText(/^Saved Jan 2, 2026, .*\. It goes when you submit your story, or take this answer back\.$/);
      expect(row.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(`${API}/answers/a0/original`);
      expect(row.queryByRole('button', { name: 'Withdraw' })).toBeNull();
      await pressAt(EARLIER, 'Watch');
      expect(row.getByLabelText(EARLIER).getAttribute('src')).toBe('/api/videos/stream/a0');
      await pressAt(EARLIER, 'Remove');
      await press('Keep it');
      expect(sent('DELETE /api/videos/a0')).toEqual([]);
      await pressAt(EARLIER, 'Remove');
      await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
      await waitFor(() => expect(screen.queryByRole('listitem', { name: EARLIER })).toBeNull());
      await waitFor(() => expect(document.activeElement).toBe(thing('Life before')));
    });

    it('is shown with it: what was sent and not saved, until when', async () => {
      server.on('DELETE /api/uploads/u1', () => {
        story = { ...story, recordingDrafts: [] };
        return { status: 204 };
      });
      await openWith({ answers: [], recordingDrafts: [{ ...DRAFT, mayGoOn: true }] });
      await part('Your answers');
      const row = within(thing(UNSAVED));
      row.getByText(/^A recording that you have not saved\. It goes by itself on Mar 6, 2026, .*\. It may be paused/);
      const download = row.getByRole('link', { name: 'Download' });
      expect([download.getAttribute('href'), download.getAttribute('download')]).toEqual([
        DRAFT.videoUrl,
        'story.webm',
      ]);
      const along = within(await part('Take it with you'));
      along.getByText('What you have not saved is not in it. You can download that above, one by one.');
      screen.getByRole('button', { name: 'Withdraw my story' });
      await pressAt(UNSAVED, 'Remove');
      await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
      await screen.findByText('There are no answers.');
      expect(along.queryByText(/^What you have not saved/)).toBeNull();
      await waitFor(() => expect(document.activeElement?.textContent).toBe('Your answers'));
    });

    it('is not removed while it is recorded, nor once the story was handed in', async () => {
      await openWith({
        isSubmitted: true,
        answers: [{ ...RECORDING, earlierRecordings: [{ ...RECORDING, id: 'a0' }] }],
        recordingDrafts: [{ ...DRAFT, isGrowing: true }],
      });
      await part('Your answers');
      within(thing(UNSAVED)).getByText('It is being recorded just now.');
      for (const title of [UNSAVED, EARLIER]) {
        expect(within(thing(title)).queryByRole('button', { name: 'Remove' })).toBeNull();
      }
    });

    it.each([404, 410])('counts as removed where it is gone already (%i)', async (status) => {
      server.on('DELETE /api/uploads/u1', () => {
        story = { ...story, recordingDrafts: [] };
        return { status };
      });
      await openWith({ recordingDrafts: [DRAFT] });
      await part('Your answers');
      await pressAt(UNSAVED, 'Remove');
      await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      expect(screen.queryByRole('listitem', { name: UNSAVED })).toBeNull();
      expect(screen.queryByText(FAILED)).toBeNull();
      await waitFor(() => expect(document.activeElement).toBe(thing('Life before')));
    });

    it('says so where it could not be removed', async () => {
      server.on('DELETE /api/uploads/u1', { status: 500 });
      await openWith({ recordingDrafts: [DRAFT] });
      await part('Your answers');
      await pressAt(UNSAVED, 'Remove');
      await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
      await screen.findByText(FAILED);
      within(thing(UNSAVED)).getByRole('button', { name: 'Remove' });
    });
  });

  it('shows what helpers wrote to the end, and says where it is removed', async () => {
    const helped = { id: 'w2', questionId: 1, title: 'Life before', text: 'She danced.' };
    story = { ...STORY, answers: [], writtenAnswers: [{ ...helped, addedByHelper: true, helperName: 'Agnes' }] };
    await open();
    await part('Your answers');
    await pressAt('Life before', 'Read');
    screen.getByText('She danced.');
    expect(thing('Life before').textContent).toContain('Added by Agnes’s link. You can remove it below');
    expect(within(thing('Life before')).queryByRole('button', { name: 'Withdraw' })).toBeNull();
  });

  it('lets a chapter of words be read and answered', async () => {
    story = { ...STORY, videos: [{ ...STORY.videos[0]!, videoUrl: null, mimeType: null, posterUrl: null }] };
    await open();
    await screen.findByRole('heading', { name: 'Before I was ill' });
    await pressAt('Before I was ill', 'Read and answer');
    within(thing('Before I was ill')).getByText('Your words');
    within(thing('Before I was ill')).getByRole('button', { name: 'Yes, publish' });
    const download = within(thing('Before I was ill')).getByRole('link', { name: 'Download' });
    expect(download.getAttribute('href')).toMatch(/^data:text\/plain/);
  });

  it('shows no link of a helper any more once a withdrawal has ended it', async () => {
    const day = '2026-11-22T12:00:00.000Z';
    const links = [
      { id: 'l1', name: 'Eva', createdAt: day, endsAt: '2026-12-06T12:00:00.000Z', openedAt: null, added: 0 },
    ];
    server.on('GET /api/helpers', () => ({ body: { links, added: [] } }));
    server.on(`POST ${API}/withdraw`, () => {
      links.length = 0;
      return { body: DONE };
    });
    await open();
    const helping = within(await part('Somebody who helps'));
    await helping.findByText(/^Eva’s link/);
    await press('Withdraw my story');
    await press('Yes, withdraw it');
    await waitFor(() => expect(helping.queryByText(/^Eva’s link/)).toBeNull());
  });

  it('says when there is nothing yet', async () => {
    story = {
      ...STORY,
      answers: [],
      writtenAnswers: [],
      photos: [],
      videos: [],
      looks: [],
      storyPath: null,
      publicUploads: 0,
    };
    await open();
    await screen.findByText('There are no answers.');
    screen.getByText('Nothing of your story is public.');
    screen.getByText('Nobody has looked yet.');
    expect(screen.queryByRole('button', { name: 'Withdraw my story' })).toBeNull();
  });

  it.each([
    ['it was hidden', '2026-03-06T12:00:00.000Z', 'Hidden'],
    ['a newer one is shown', null, 'Approved; a newer video is shown in its place'],
  ])('says of what is not public why that is: %s', async (_why, hiddenAt, text) => {
    const [approved] = STORY.videos;
    // A first day that has come keeps it from nobody.
    const terms = { uses: [], linkOnly: false, publicFrom: '2026-03-05T12:00:00.000Z', publicUntil: null };
    const video = { ...approved!, isPublic: false, release: { ...approved!.release, terms } };
    const waiting = { ...video, id: 'v2', title: 'Today', approvedAt: null };
    story = { ...STORY, isSubmitted: false, hiddenAt, videos: [video, waiting] };
    await open();
    await screen.findByRole('heading', { name: 'Today' });
    within(thing('Before I was ill')).getByText(text);
    within(thing('Today')).getByText('With the producers, not public');
    within(thing('Life before')).getByText('Saved, and not handed in yet');
  });

  it.each([null, '2026-03-05T12:00:00.000Z'])(
    'says that it was withdrawn, which is the last word, where it was hidden at %s',
    async (hiddenAt) => {
      story = { ...STORY, withdrawnAt: '2026-03-06T12:00:00.000Z', hiddenAt, videos: [], storyPath: null };
      await open();
      const visibility = within(await part('Who can see it'));
      expect(visibility.getByRole('status').textContent).toBe(
        'You have withdrawn your story on Mar 6, 2026. Nothing of it can be published.',
      );
      expect(visibility.queryByRole('button')).toBeNull();
      screen.getByText('There are no finished videos.');
      expect(screen.queryByRole('heading', { name: 'Somebody who helps' })).toBeNull();
    },
  );

  it('says what hiding does where nothing is public yet', async () => {
    story = { ...STORY, videos: [], storyPath: null };
    await open();
    const visibility = within(await part('Who can see it'));
    visibility.getByText('Then nothing is shown, whatever our producers approve, until you show it again.');
    expect(visibility.queryByText(/Hides your public page/)).toBeNull();
  });

  it('asks first whose a beginning is that somebody else has made, and tells that it is public', async () => {
    story = { ...STORY, isUnclaimed: true, videos: [] };
    await open();
    expect((await screen.findByRole('link', { name: 'Answer that question' })).getAttribute('href')).toBe('/');
    const visibility = within(await part('Who can see it'));
    visibility.getByText('Your story is public.');
    visibility.getByRole('button', { name: 'Hide now' });
    expect(visibility.getByRole('link').getAttribute('href')).toBe(STORY.storyPath);
  });

  it('says that what came through the upload page is not in the download, where anything did', async () => {
    const text = 'What came through the public upload page is not in it. You can ask us for that.';
    story = { ...STORY, publicUploads: 0 };
    const { unmount } = await open();
    await part('Take it with you');
    expect(screen.queryByText(text)).toBeNull();
    unmount();
    story = { ...STORY, publicUploads: 2 };
    await open();
    within(await part('Take it with you')).getByText(text);
  });

  it('tells of producers who gave no name, and of what they took along', async () => {
    story = { ...STORY, looks: [{ ...STORY.looks[0]!, action: 'photo_downloaded', producer: null }] };
    await open();
    const [look] = within(await part('Who has looked at it')).getAllByRole('listitem');
    expect(look!.textContent).toContain('A producer downloaded a photo');
  });

  it('offers nobody at this browser what somebody else has typed here', async () => {
    await open();
    await part('My devices');
    for (const name of ['Name shown with my story', 'Whom you can ask', 'How to reach them']) {
      expect(screen.getByLabelText<HTMLInputElement>(name).autocomplete).toBe('off');
    }
  });

  it('says in which browsers one is signed in, and which only know one', async () => {
    await open();
    await part('My devices');
    expect(thing('This browser').textContent).toMatch(/^This browsersigned in, used last on /);
    expect(thing('Another browser').textContent).toMatch(/^Another browsertaking a break, used last on /);
  });

  it('ends all other browsers with one press', async () => {
    const other = { ...STORY.browsers[1]!, id: 'b3' };
    story = { ...STORY, browsers: [...STORY.browsers, other] };
    server.on(`DELETE ${API}/browsers`, () => {
      story = { ...STORY, browsers: STORY.browsers.slice(0, 1) };
      return { status: 204 };
    });
    await open();
    await press('End all others');
    await waitFor(() => expect(screen.queryByText('Another browser', { exact: false })).toBeNull());
    expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(thing('This browser')));
  });

  it('says when there was nothing left to take back', async () => {
    server.on(`POST ${API}/withdraw`, { body: { ...DONE, answers: 0, photos: 0, videos: 0, publicVideos: 0 } });
    await open();
    await press('Withdraw my story');
    await press('Yes, withdraw it');
    const receipt = within(await part('It is done'));
    receipt.getByText('There was nothing left to remove.');
    expect(receipt.queryByRole('list')).toBeNull();
  });

  it('is hidden with one press, and shown again with another', async () => {
    const hidden = { ...STORY, hiddenAt: '2026-03-06T12:00:00.000Z', storyPath: null };
    server.on(`POST ${API}/hide`, () => {
      story = hidden;
      return { status: 204 };
    });
    server.on(`POST ${API}/show`, () => {
      story = STORY;
      return { status: 204 };
    });
    await open();
    await press('Hide now');
    await screen.findByText(/^Your story has been hidden since Mar 6, 2026/);
    expect(screen.queryByRole('link', { name: 'Open the public page' })).toBeNull();
    await press('Show it again');
    await screen.findByText('Your story has been public since Mar 4, 2026.');
  });

  it('is hidden also where the answer to the press was lost, and says nothing else', async () => {
    server.on(`POST ${API}/hide`, () => {
      story = { ...STORY, hiddenAt: '2026-03-06T12:00:00.000Z', storyPath: null };
      return 'cut';
    });
    await open();
    await press('Hide now');
    await screen.findByText(/^Your story has been hidden since Mar 6, 2026/);
    await screen.findByRole('button', { name: 'Show it again' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['hiding', 'Hide now', 'hide', null],
    ['showing it again', 'Show it again', 'show', '2026-03-06T12:00:00.000Z'],
  ])('says so when %s did not work', async (_what, button, call, hiddenAt) => {
    story = { ...STORY, hiddenAt };
    server.on(`POST ${API}/${call}`, { status: 500 });
    await open();
    await press(button);
    expect((await screen.findByRole('alert')).textContent).toBe(FAILED);
    server.on(`POST ${API}/${call}`, { status: 204 });
    await press(button);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('takes the story back with a second press, and says what went', async () => {
    server.on(`POST ${API}/withdraw`, () => {
      story = { ...STORY, videos: [], answers: [], writtenAnswers: [], photos: [] };
      return { body: DONE };
    });
    await open();
    await press('Withdraw my story');
    const dialog = await screen.findByRole('alertdialog', { name: 'Withdraw your story?' });
    expect(dialog.textContent).toMatch(/Every finished video.*Our producers are told.*We cannot call back/);
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'No, keep it' }));
    expect(sent(`POST ${API}/withdraw`)).toEqual([]);
    await press('Yes, withdraw it');
    const receipt = within(await part('It is done'));
    expect(receipt.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1 finished video',
      '1 answer',
      '2 photos',
      'your public page, and every word of it in the search',
    ]);
    expect(sent(`POST ${API}/withdraw`)).toEqual([{ what: 'story' }]);
    receipt.getByRole('button', { name: 'Save this receipt' });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(document.activeElement).toBe(receipt.getByRole('heading', { name: 'It is done' }));
  });

  it('gives a receipt to save of what it took back, which is a file', async () => {
    const saved: [string, string][] = [];
    const files = jest.spyOn(URL, 'createObjectURL').mockReturnValue('blob:receipt');
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function note(this: HTMLAnchorElement) {
      saved.push([this.href, this.download]);
    });
    server.on(`POST ${API}/withdraw`, { body: DONE });
    await open();
    await press('Withdraw my story');
    await press('Yes, withdraw it');
    await press('Save this receipt');
    expect(saved).toEqual([['blob:receipt', 'receipt-2026-03-06.json']]);
    expect(JSON.parse(await (files.mock.calls[0]![0] as Blob).text())).toEqual(DONE);
  });

  it('takes one thing back', async () => {
    server.on(`POST ${API}/withdraw`, { body: { ...DONE, what: 'photo' } });
    await open();
    await screen.findByRole('heading', { name: 'My garden' });
    await pressAt('My garden', 'Withdraw');
    await press('No, keep it');
    await pressAt('My garden', 'Withdraw');
    await press('Yes, withdraw it');
    await part('It is done');
    expect(sent(`POST ${API}/withdraw`)).toEqual([{ what: 'photo', id: 'p1' }]);
  });

  it('keeps the question open when it could not be taken back', async () => {
    server.on(`POST ${API}/withdraw`, { status: 503, body: { message: 'We keep trying.', code: 'publishing_failed' } });
    await open();
    await press('Withdraw my story');
    await press('Yes, withdraw it');
    await screen.findAllByText('We keep trying.');
    expect(screen.getByRole('alertdialog')).toBeTruthy();
  });

  it('deletes everything, and leads away', async () => {
    server.on('GET /api/auth/user', { body: USER });
    server.on(`POST ${API}/leave`, () => {
      server.on(`GET ${API}`, { status: 401 });
      return { body: { ...DONE, what: 'everything' } };
    });
    await open();
    await press('Delete everything about me');
    await press('Yes, delete everything');
    const receipt = within(await part('It is done'));
    receipt.getByText('your name, your e-mail and your settings');
    expect(receipt.getByRole('link', { name: 'Go to the start page' }).getAttribute('href')).toBe('/');
    expect(screen.queryByRole('region', { name: 'My details' })).toBeNull();
  });

  describe('of whom this browser keeps something that is not sent', () => {
    const keys = ['written-answer:apart:1', 'written-answer:bea:1', 'pending-submission', 'unwanted-uploads'];
    beforeEach(async () => {
      localStorage.clear();
      server.on('GET /api/auth/user', { body: USER });
      for (const owner of ['apart', 'bea']) {
        await new LocalDraftStore().write(draftOf(owner), new Uint8Array(4).buffer);
        await new ChosenFileStore().write(chosenBy(owner));
        localStorage.setItem(`written-answer:${owner}:1`, JSON.stringify({ text: 'Mine', revision: 0, sent: null }));
      }
      for (const key of keys.slice(2)) localStorage.setItem(key, 'bea=u2 p1=u1');
    });

    const findKept = async () => ({
      recordings: await Promise.all(
        ['apart', 'bea'].map(async (id) => (await new LocalDraftStore().findAllOf(id)).length),
      ),
      photos: (await new ChosenFileStore().findAll()).map(({ owner }) => owner),
      words: Object.keys(localStorage).filter((key) => key.startsWith('written-answer:')),
      noted: keys.slice(2).map((key) => localStorage.getItem(key)),
    });
    const all = {
      recordings: [1, 1],
      photos: ['apart', 'bea'],
      words: keys.slice(0, 2),
      noted: ['bea=u2 p1=u1', 'bea=u2 p1=u1'],
    };
    const ofOthers = { recordings: [0, 1], photos: ['bea'], words: [keys[1]], noted: ['bea=u2', 'bea=u2'] };

    it('leaves nothing of it behind with everything else, also where another tab has it, and all of others', async () => {
      server.on(`POST ${API}/leave`, () => {
        server.on(`GET ${API}`, { status: 401 });
        return { body: { ...DONE, what: 'everything' } };
      });
      const otherTab = new WebTabLocks(navigator.locks);
      await otherTab.acquire('draft-apart');
      await open();
      await press('Delete everything about me');
      await press('Yes, delete everything');
      await part('It is done');
      expect(await findKept()).toEqual(ofOthers);
      otherTab.release('draft-apart');
    });

    it('keeps all of it where nothing could be deleted', async () => {
      server.on(`POST ${API}/leave`, { status: 500, body: { code: 'internal', message: 'Not now.' } });
      await open();
      await press('Delete everything about me');
      await press('Yes, delete everything');
      await screen.findAllByText('Not now.');
      expect(await findKept()).toEqual(all);
    });

    it('leaves nothing of it either where all is deleted, and the response says so only afterwards', async () => {
      const deleted = { status: 401, body: { code: 'story_deleted', message: STORY_DELETED } };
      server.on(`POST ${API}/leave`, () => {
        for (const call of ['GET /api/auth/user', `GET ${API}`]) server.on(call, deleted);
        return 'cut';
      });
      await open();
      await press('Delete everything about me');
      await press('Yes, delete everything');
      await screen.findByText(STORY_DELETED);
      expect(await findKept()).toEqual(ofOthers);
    });
  });

  it('changes the shown name and the handles', async () => {
    server.on(`PATCH ${API}`, { status: 204 });
    await open();
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name shown with my story' }), 'Robin');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Tag me on social media' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Instagram' }), '@robin');
    await press('Save');
    await screen.findByText('Saved.');
    expect(sent(`PATCH ${API}`)).toEqual([{ shownName: 'Robin', tag: true, instagram: '@robin' }]);
  });

  it('saves no handle of who does not wish to be tagged after all', async () => {
    server.on(`PATCH ${API}`, { status: 204 });
    await open();
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name shown with my story' }), 'Robin');
    const tag = screen.getByRole('checkbox', { name: 'Tag me on social media' });
    await userEvent.click(tag);
    await userEvent.type(screen.getByRole('textbox', { name: 'Instagram' }), '@robin');
    await userEvent.click(tag);
    await press('Save');
    await screen.findByText('Saved.');
    expect(sent(`PATCH ${API}`)).toEqual([{ shownName: 'Robin' }]);
  });

  it('saves what was changed in the form alone, and follows what is changed beside it', async () => {
    server.on(`PATCH ${API}`, { status: 204 });
    server.on(`POST ${API}/videos/v1/release`, () => {
      story = { ...story, shownName: 'Kim' };
      return { status: 204 };
    });
    await open();
    await press('Watch and answer');
    await press('Yes, publish');
    await userEvent.click(screen.getByRole('checkbox', { name: /^The archive/ }));
    await press('Yes, publish');
    await screen.findByText('Thank you. It is written down that you said yes.');
    expect(screen.getByRole('textbox', { name: 'Name shown with my story' })).toHaveProperty('value', 'Kim');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Tag me on social media' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Instagram' }), '@robin');
    await press('Save');
    await screen.findByText('Saved.');
    expect(sent(`PATCH ${API}`)).toEqual([{ tag: true, instagram: '@robin' }]);
  });

  it('says again no handle that it shows and another device has taken back', async () => {
    story = { ...STORY, tag: true, instagram: '@old' };
    server.on(`PATCH ${API}`, { status: 204 });
    await open();
    await userEvent.type(await screen.findByRole('textbox', { name: 'TikTok' }), '@new');
    story = { ...STORY, tag: true, tiktok: '@new' };
    await press('Save');
    await screen.findByText('Saved.');
    expect(sent(`PATCH ${API}`)).toEqual([{ tag: true, tiktok: '@new' }]);
    expect(screen.getByRole('textbox', { name: 'Instagram' })).toHaveProperty('value', '');
  });

  it('shows what it has saved where that cannot be read again, until it can', async () => {
    server.on(`PATCH ${API}`, { status: 204 });
    server.on(`POST ${API}/hide`, { status: 204 });
    await open();
    const name = await screen.findByRole('textbox', { name: 'Name shown with my story' });
    await userEvent.type(name, ' Robin ');
    server.on(`GET ${API}`, { status: 500 });
    await press('Save');
    await screen.findByText('Saved.');
    expect(name).toHaveProperty('value', 'Robin');
    server.on(`GET ${API}`, { body: { ...STORY, shownName: 'Kim' } });
    await press('Hide now');
    await waitFor(() => expect(name).toHaveProperty('value', 'Kim'));
  });

  it.each([
    ['a name', 'Name shown with my story', 'Robin', 'Save', `PATCH ${API}`],
    ['wishes', 'What I wish', 'Keep it.', 'Save my wishes', `PUT ${API}/wishes`],
    ['another e-mail', 'New e-mail', 'new@example.org', 'Change my e-mail', `POST ${API}/email`],
  ])('says why it did not keep %s, and keeps what is typed', async (_what, field, typed, button, call) => {
    server.on(call, { status: 409, body: { code: 'x', message: 'Words of the server.' } });
    await open();
    const box = await screen.findByRole('textbox', { name: field });
    await userEvent.type(box, typed);
    await press(button);
    await screen.findByText('Words of the server.');
    server.on(call, 'cut');
    await press(button);
    await screen.findByText(FAILED);
    expect([box, isLeavingGuarded()]).toEqual([expect.objectContaining({ value: typed }), true]);
    server.on(call, { status: 204 });
    await press(button);
    await waitFor(() => expect(isLeavingGuarded()).toBe(false));
    expect(screen.queryByText(FAILED)).toBeNull();
  });

  it('asks for another e-mail', async () => {
    server.on(`POST ${API}/email`, { status: 202 });
    await open();
    await userEvent.type(await screen.findByRole('textbox', { name: 'New e-mail' }), 'new@example.org');
    await press('Change my e-mail');
    await screen.findByText(/^We have mailed a link to the new address/);
    expect(sent(`POST ${API}/email`)).toEqual([{ email: 'new@example.org' }]);
  });

  it('says what is amiss with another e-mail in its own words, and sends nothing', async () => {
    await open();
    const field = await screen.findByRole('textbox', { name: 'New e-mail' });
    await userEvent.type(field, 'nope');
    await press('Change my e-mail');
    await screen.findByText(/^Please check your e-mail address/);
    expect(document.activeElement).toBe(field);
    expect(sent(`POST ${API}/email`)).toEqual([]);
    await userEvent.type(field, '@example.org');
    expect(screen.queryByText(/^Please check your e-mail address/)).toBeNull();
  });

  it('says that the e-mail is the one of today, and mails nobody', async () => {
    await open();
    const field = await screen.findByRole('textbox', { name: 'New e-mail' });
    await userEvent.type(field, ` ${STORY.email}`);
    await press('Change my e-mail');
    await screen.findByText('We write to this e-mail already.');
    expect(document.activeElement).toBe(field);
    expect(sent(`POST ${API}/email`)).toEqual([]);
  });

  it('confirms another e-mail by a press alone, and takes the secret out of the address', async () => {
    server.on(`POST ${API}/email/confirm`, { status: 204 });
    await open('/my-story#email=secret');
    await screen.findByRole('dialog', { name: 'Confirm your new e-mail' });
    expect(location.hash).toBe('');
    expect(sent(`POST ${API}/email/confirm`)).toEqual([]);
    await press('Use this e-mail');
    await screen.findByText('Your e-mail is changed.');
    expect(sent(`POST ${API}/email/confirm`)).toEqual([{ token: 'secret' }]);
  });

  it('says that another e-mail could not be confirmed, and asks for no more presses once its link is used up', async () => {
    const message = 'This link has been used, or is too old.';
    server.on(`POST ${API}/email/confirm`, 'cut');
    await open('/my-story#email=secret');
    await press('Use this e-mail');
    await screen.findByText('That did not work just now. The link still works. Please try again.');
    server.on(`POST ${API}/email/confirm`, { status: 410, body: { code: 'link_expired', message } });
    await press('Use this e-mail');
    await screen.findByText(message);
    expect(screen.queryByRole('button', { name: 'Use this e-mail' })).toBeNull();
    const dialog = within(screen.getByRole('dialog', { name: 'Confirm your new e-mail' }));
    await userEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1)!);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    ['one', /^End the browser of/, `DELETE ${API}/browsers/b2`],
    ['all others', 'End all others', `DELETE ${API}/browsers`],
  ])('says that it could not end %s, which still stands there', async (_which, button, call) => {
    const other = { ...STORY.browsers[1]!, id: 'b3', lastSeenAt: '2026-01-05T12:00:00.000Z' };
    story = { ...STORY, browsers: [...STORY.browsers, other] };
    server.on(call, 'cut');
    await open();
    const devices = within(await part('My devices'));
    await userEvent.click(devices.getAllByRole('button', { name: button })[0]!);
    expect((await devices.findByRole('alert')).textContent).toBe(FAILED);
    expect(devices.getAllByRole('listitem', { name: 'Another browser' })).toHaveLength(2);
  });

  it('ends another browser', async () => {
    server.on(`DELETE ${API}/browsers/b2`, () => {
      story = { ...STORY, browsers: STORY.browsers.slice(0, 1) };
      return { status: 204 };
    });
    await open();
    within(await part('My devices')).getByText('This browser', { exact: false });
    await press(/^End the browser of/);
    await waitFor(() => expect(screen.queryByText('Another browser', { exact: false })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(thing('This browser')));
  });

  it('shows an unproven browser what it made, and how to go on', async () => {
    story = { ...STORY, isEmailProven: false, videos: [], looks: [], browsers: [], publicUploads: 0, storyPath: null };
    server.on(`POST ${API}/proof`, { status: 202 });
    await open();
    await part('First, one link');
    expect(screen.queryByRole('button', { name: 'Hide now' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull();
    await press('Mail me the link');
    await screen.findByText(/^The link is on its way/);
    server.on(`POST ${API}/proof`, 'cut');
    await press('Mail me the link');
    await screen.findByText(FAILED);
    expect(screen.queryByText(/^The link is on its way/)).toBeNull();
  });

  it('asks to sign in who is not', async () => {
    server.on(`GET ${API}`, { status: 401 });
    await open();
    expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe('/#my-story');
  });

  describe('in a tab where somebody else has signed in since', () => {
    beforeEach(() => {
      server.on(`POST ${API}/hide`, { status: 204 });
      server.on('GET /api/auth/user', { body: {} });
      server.on(`HEAD ${API}/download`, { status: 200 });
    });
    const NOTICE = 'You have been signed out. Sign in again in another tab, then go on here.';

    it('changes nothing of theirs, says so, and loses nothing of what is typed', async () => {
      await open();
      await userEvent.type(await screen.findByRole('textbox', { name: 'What I wish' }), 'Keep it.');
      server.session = 'bea';
      await press('Hide now');
      await screen.findAllByText(NOTICE);
      expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('target')).toBe('_blank');
      expect(sent(`POST ${API}/hide`)).toEqual([]);
      expect(screen.getByRole('textbox', { name: 'What I wish' })).toHaveProperty('value', 'Keep it.');
      expect(screen.getByRole('heading', { name: 'Before I was ill' })).toBeTruthy();
    });

    it('goes on once its person has signed in again and looks at it', async () => {
      await open();
      await part('Finished videos');
      server.session = 'bea';
      await press('Hide now');
      await screen.findByRole('link', { name: 'Sign in' });
      server.session = STORY.id;
      act(() => void dispatchEvent(new Event('visibilitychange')));
      await waitFor(() => expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull());
    });

    it('downloads nothing of theirs', async () => {
      const { followed, stop } = watchLinks();
      await open();
      const link = await screen.findByRole('link', { name: 'Download everything' });
      await userEvent.click(link);
      await waitFor(() => expect(followed).toEqual([false, true]));
      server.session = 'bea';
      await userEvent.click(link);
      await screen.findByText(NOTICE);
      expect(followed).toEqual([false, true, false]);
      stop();
    });

    it.each([
      ['an answer', () => within(thing('Before I was ill')).getByRole('link', { name: 'Download' })],
      ['a receipt', async () => within(await part('My receipts')).getAllByRole('link', { name: 'Download' })[0]!],
    ])('saves no refusal in place of %s, and says it', async (_, find) => {
      const { followed, stop } = watchLinks();
      await open();
      await part('Finished videos');
      await userEvent.click(await find());
      await waitFor(() => expect(followed).toEqual([false, true]));
      server.session = 'bea';
      await userEvent.click(await find());
      await screen.findAllByText(NOTICE);
      expect(followed).toEqual([false, true, false]);
      stop();
    });
  });

  it('says that a download is under way, and begins no other', async () => {
    const { followed, stop } = watchLinks();
    server.on('GET /api/auth/user', { body: {} });
    server.on(`HEAD ${API}/download`, { status: 409 });
    await open();
    const link = await screen.findByRole('link', { name: 'Download everything' });
    await userEvent.click(link);
    const said = await screen.findByRole('alert');
    expect(said.textContent).toBe('Your download is under way already. Please wait until it is done.');
    expect(followed).toEqual([false]);
    server.on(`HEAD ${API}/download`, { status: 200 });
    await userEvent.click(link);
    await waitFor(() => expect(followed).toEqual([false, false, true]));
    expect(screen.queryByRole('alert')).toBeNull();
    stop();
  });

  it('shows nothing any more of what was deleted elsewhere', async () => {
    const deleted = { status: 401, body: { code: 'story_deleted', message: STORY_DELETED } };
    server.on(`POST ${API}/hide`, deleted);
    await open();
    await part('Finished videos');
    server.on(`GET ${API}`, deleted);
    await press('Hide now');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Finished videos' })).toBeNull());
    screen.getByText(STORY_DELETED);
  });

  it('is asked about before it is left with words that are not saved', async () => {
    server.on(`PUT ${API}/wishes`, { status: 204 });
    await open();
    const wish = await screen.findByRole('textbox', { name: 'What I wish' });
    expect(asksBeforeLeaving()).toBe(false);
    await userEvent.type(wish, 'Keep it.');
    expect(asksBeforeLeaving()).toBe(true);
    await press('Save my wishes');
    await screen.findByText(/^Saved\. You can change it/);
    expect(asksBeforeLeaving()).toBe(false);
    await userEvent.type(wish, ' Or not.');
    expect(screen.queryByText(/^Saved/)).toBeNull();
    expect(asksBeforeLeaving()).toBe(true);
  });

  it.each([
    ['Name shown with my story', 'Robin', 'Save', /^Saved\.$/, `PATCH ${API}`],
    ['New e-mail', 'new@example.org', 'Change my e-mail', /^We have mailed/, `POST ${API}/email`],
  ])('says of %s no longer that it is done when more is typed', async (field, typed, button, done, call) => {
    server.on(call, { status: 204 });
    await open();
    await userEvent.type(await screen.findByRole('textbox', { name: field }), typed);
    await press(button);
    await screen.findByText(done);
    expect(isLeavingGuarded()).toBe(false);
    await userEvent.type(screen.getByRole('textbox', { name: field }), 'a');
    expect(screen.queryByText(done)).toBeNull();
    expect(isLeavingGuarded()).toBe(true);
  });

  it('is not shown to whoever comes back to it by the Back button after it was left', async () => {
    await open();
    await part('Finished videos');
    act(() => void dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true })));
    expect(screen.queryByRole('region', { name: 'Finished videos' })).toBeNull();
    server.on(`GET ${API}`, { status: 401 });
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    await screen.findByRole('link', { name: 'Sign in' });
    expect(screen.getByRole('heading', { level: 1, name: 'My story' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Finished videos' })).toBeNull();
  });

  it('says when it could not be loaded, and tries again', async () => {
    server.on(`GET ${API}`, { status: 500 });
    await open();
    await screen.findByText('Your story could not be loaded. Nothing of it is lost.');
    server.on(`GET ${API}`, { body: STORY });
    await press('Try again');
    await part('Finished videos');
  });
});
