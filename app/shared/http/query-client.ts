import { QueryClient, type QueryFunction, queryOptions } from '@tanstack/react-query';
import { INTERVIEW_FOLLOW_MS } from '../../../api/contract/common/screen-numbers.js';
import { HttpError, isAway } from './http-error.js';
import { request } from './request.js';

/**
 * The client of one island. Data never goes stale, is not refetched or polled, and nothing is retried; but a server that
 * is away for a moment is waited for by whoever reads.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: readPath({ on401: 'throw' }),
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        ...WHILE_AWAY,
        // Offline a request must fail and say so; the default would wait silently for a connection.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Reads the path that stands first in the query key. `on401: 'null'` returns null to a signed-out reader. */
export function readPath<T>(options: { on401: 'throw' }): QueryFunction<T>;
export function readPath<T>(options: { on401: 'null' }): QueryFunction<T | null>;
export function readPath<T>({ on401 }: { on401: 'throw' | 'null' }): QueryFunction<T | null> {
  return async ({ queryKey, signal }) => {
    try {
      return await request<T>('GET', String(queryKey[0]), undefined, { signal });
    } catch (error) {
      if (on401 === 'null' && error instanceof HttpError && error.status === 401) return null;
      throw error;
    }
  };
}

/** What a mailed link leads to; it goes on working. */
export function linkPreview<T>(path: string, token: string) {
  return queryOptions({ queryKey: [path, token], queryFn: () => request<T>('POST', path, { token }) });
}

/** How a list follows what happens to it elsewhere while the page is in sight. */
export const FOLLOWING = { refetchOnWindowFocus: 'always', refetchInterval: INTERVIEW_FOLLOW_MS } as const;

/** Waits between two tries, then the last again and again. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000];

/** How reading waits: for as long as the server is away, and for no other failure. */
export const WHILE_AWAY = {
  retry: (_failures: number, error: Error) => isAway(error),
  retryDelay: (failures: number) => RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length - 1)]!,
};
