import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { HELPERS_PATH } from '../../api/contract/people/helpers.js';
import { MY_STORY_API, type MyStory, type Withdrawal } from '../../api/contract/stories/my-story.js';
import { CURRENT_USER_PATH, type CurrentUser } from '../../api/contract/people/participants.js';
import { openKeptOf } from '../interview/device/kept-here.js';
import { HttpError, isSignedOut } from '../shared/http/http-error.js';
import { readPath } from '../shared/http/query-client.js';
import { remove } from '../shared/http/remove.js';
import { request, type HttpMethod } from '../shared/http/request.js';
import { readOwn } from '../shared/http/session-owner.js';
import { inTime } from '../shared/indexed-database.js';

/** What was loaded once stays, with all that is typed into it, also when its person is signed out since. */
export function useMyStory() {
  return useQuery({
    queryKey: [MY_STORY_API],
    queryFn: readOwn<MyStory>(readPath<MyStory>({ on401: 'throw' })),
    // Whoever has signed in again in another tab comes back from there.
    refetchOnWindowFocus: ({ state }) => (isSignedOut(state.error) ? 'always' : false),
  });
}

/** The story was deleted, here or elsewhere: nothing of it is shown any more. */
export function isDeleted(error: Error | null): boolean {
  return error instanceof HttpError && error.code === 'story_deleted';
}

interface OwnChange<Body> {
  method?: HttpMethod;
  /** After `MY_STORY_API`. */
  path: string | ((body: Body) => string);
  /** Makes what is sent of what was changed and what is kept just now; left out, what was changed is sent. */
  bodyFor?: (changed: Body, kept: MyStory) => unknown;
}

/** A change of what is theirs, after which all of it is read again; the links of helpers, too, which a withdrawal ends. */
export function useOwnChange<Body = void, Answer = void>({ method = 'POST', path, bodyFor }: OwnChange<Body>) {
  const client = useQueryClient();
  const readAgain = async (): Promise<MyStory> => {
    await client.refetchQueries({ queryKey: [MY_STORY_API] }, { throwOnError: true });
    return client.getQueryData<MyStory>([MY_STORY_API])!;
  };
  return useMutation({
    mutationFn: async (body: Body) =>
      request<Answer>(
        method,
        MY_STORY_API + (typeof path === 'string' ? path : path(body)),
        bodyFor ? bodyFor(body, await readAgain()) : bodyOf(method, body),
      ),
    onSettled: () => readAllAgain(client),
  });
}

/** Deletes everything of theirs, and what this browser keeps of them: nothing leads to that any more once they are gone. */
export function useLeaving() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // Afterwards nobody says under which names something is kept here.
      const kept = openKeptOf(await request<CurrentUser>('GET', CURRENT_USER_PATH));
      const leaving = request<Withdrawal>('POST', `${MY_STORY_API}/leave`);
      // Whose response was lost, or who waits for the public pages to follow, may be gone all the same.
      const isGone = await leaving.then(() => true, isStoryDeleted);
      // They have left, whatever becomes of it.
      if (isGone) await inTime(kept.forgetAll(), () => undefined).catch(() => undefined);
      return leaving;
    },
    onSettled: () => readAllAgain(client),
  });
}

async function isStoryDeleted(): Promise<boolean> {
  return request('GET', CURRENT_USER_PATH).then(() => false, isDeleted);
}

function readAllAgain(client: QueryClient): Promise<void> {
  // Not waited for: whoever has left is told so first.
  void client.invalidateQueries({ queryKey: [HELPERS_PATH] });
  return client.invalidateQueries({ queryKey: [MY_STORY_API] });
}

/** Of what is no answer, at its own path; after it all of theirs is read again. */
export function useRemoval() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: remove,
    onSettled: () => client.invalidateQueries({ queryKey: [MY_STORY_API] }),
  });
}

function bodyOf(method: HttpMethod, body: unknown): unknown {
  return method === 'DELETE' ? undefined : body;
}
