import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MyStory } from '../../api/contract/my-story.js';
import { HttpError } from '../shared/http/http-error.js';
import { readPath } from '../shared/http/query-client.js';
import { request, type HttpMethod } from '../shared/http/request.js';

const MY_STORY_API = '/api/my-story';
export const HELPERS_API = '/api/helpers';

/** Null when nobody is signed in. */
export function useMyStory() {
  return useQuery({ queryKey: [MY_STORY_API], queryFn: readPath<MyStory>({ on401: 'null' }) });
}

interface OwnChange<Body> {
  method?: HttpMethod;
  /** After `/api/my-story`. */
  path: string | ((body: Body) => string);
}

/** A change of what is theirs, after which all of it is read again; the links of helpers, too, which a withdrawal ends. */
export function useOwnChange<Body = void, Answer = void>({ method = 'POST', path }: OwnChange<Body>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) =>
      request<Answer>(method, MY_STORY_API + (typeof path === 'string' ? path : path(body)), bodyOf(method, body)),
    onSettled: () => {
      // Not waited for: whoever has left is told so first.
      void client.invalidateQueries({ queryKey: [HELPERS_API] });
      return client.invalidateQueries({ queryKey: [MY_STORY_API] });
    },
  });
}

function bodyOf(method: HttpMethod, body: unknown): unknown {
  return method === 'DELETE' ? undefined : body;
}

/** In the server's words where it has some. */
export function failureText(error: Error | null, otherwise: string): string | null {
  if (error === null) return null;
  return (error instanceof HttpError && error.serverMessage) || otherwise;
}
