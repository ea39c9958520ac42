import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ShowcaseVideo, ShowcaseVideoPage } from '../../api/contract/videos/showcase.js';
import Admin3Island from '../admin3/admin3.island.js';
import type { ScreenServer } from './screen-server.js';
import { signedInServer } from './staff-screen.js';

export const PAGE = 'GET /api/admin/showcase-videos/page';
export const PUBLISHING = 'GET /api/admin/publishing';
export const STAFF_USERS = 'GET /api/admin/users';
export const FAILURE = { status: 500, body: { code: 'internal', message: 'The disk is full' } };

interface Lists {
  waiting?: ShowcaseVideo[];
  approved?: ShowcaseVideo[];
}

/** The only page of a list. */
export function aPageOf(videos: ShowcaseVideo[]): ShowcaseVideoPage {
  const ids = new Set(videos.map(({ userId }) => userId));
  const people = Array.from(ids, (userId) => ({
    userId,
    videos: videos.filter((video) => video.userId === userId).length,
  }));
  return { videos, people, found: videos.length, total: videos.length };
}

/** From now on the two lists have these videos. */
export function showLists(server: ScreenServer, { waiting = [], approved = [] }: Lists): ScreenServer {
  return server.on(PAGE, ({ query }) => {
    const videos = query.get('list') === 'waiting' ? waiting : approved;
    return { body: aPageOf(videos) };
  });
}

/** The server of /admin3 with two people, one question, and these videos. */
export function admin3Server(lists: Lists = {}): ScreenServer {
  const server = signedInServer()
    .on(PUBLISHING, { body: { publishedAt: '2026-03-05T15:12:00.000Z', failure: null } })
    .on(STAFF_USERS, {
      body: [
        { id: 'u1', firstName: 'Anna', lastName: 'Berg', email: 'anna@example.org' },
        { id: 'u2', firstName: 'Mateo', lastName: 'Ruiz', email: 'mateo@example.org' },
      ],
    })
    .on('GET /api/admin/questions', {
      body: [{ id: 3, sequence: 1, title: 'Life today', text: '', starterPhrase: null }],
    });
  return showLists(server, lists);
}

/** @param path with the part of the page that is to be open */
export async function openAdmin3(server: ScreenServer, path = '/admin3'): Promise<void> {
  await server.open(path);
  render(<Admin3Island staffAccounts={false} />);
  await screen.findByRole('heading', { name: 'Showcase Videos' });
}

/** Opens one of the three parts of the page. */
export async function openPart(name: 'Waiting' | 'Approved' | 'Upload'): Promise<void> {
  await userEvent.click(screen.getByRole('tab', { name: new RegExp(`^${name}`) }));
}

/** By its heading: while a dialog lies over it, a list has no name. */
const listUnder = (heading: string) => within(screen.getByText(heading, { selector: 'h2' }).closest('section')!);
export const waitingList = () => listUnder('Videos Waiting for Approval');
export const approvedList = () => listUnder('Approved Videos');
export const rowIn = async (list: ReturnType<typeof within>, title: string) =>
  within(await list.findByRole('listitem', { name: title }));

/** Waits until the keyboard stands at the row of a video. */
export const rowHasFocus = (list: ReturnType<typeof within>, name: string) =>
  waitFor(() => expect(document.activeElement).toBe(list.getByRole('listitem', { name })));

/** Presses a button of the row of a waiting video, and returns the dialog that this opens. */
export async function openDialog(action: string, title = 'A quiet day', where = waitingList()) {
  await userEvent.click((await rowIn(where, title)).getByRole('button', { name: action }));
  return within(await screen.findByRole('dialog'));
}
