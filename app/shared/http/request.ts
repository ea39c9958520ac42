import { HttpError, NetworkFailure } from './http-error.js';
import { ownerHeaders } from './session-owner.js';

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface RequestOptions {
  signal?: AbortSignal;
  /** Whose call it is, where the page itself is nobody's. */
  owner?: string;
}

/**
 * Sends a method with an optional JSON body, credentials and whose page it is included, and returns the parsed JSON
 * (`undefined` for an empty body). Throws HttpError when the response is not OK, NetworkFailure when
 * none arrives, and the signal's AbortError.
 */
export async function request<T>(
  method: HttpMethod,
  path: string,
  body?: unknown,
  { signal, owner }: RequestOptions = {},
): Promise<T> {
  const headers = ownerHeaders(owner);
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const { status, statusText, text } = await send(path, {
    method,
    credentials: 'include',
    signal,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return readResponse(status, statusText, text) as T;
}

/** Turns a received response into its parsed JSON or an HttpError. */
export function readResponse(status: number, statusText: string, text: string): unknown {
  if (status < 200 || status > 299) throw new HttpError(status, statusText, text);
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error('Invalid response format', { cause });
  }
}

async function send(path: string, init: RequestInit) {
  try {
    const response = await fetch(path, init);
    return { status: response.status, statusText: response.statusText, text: await response.text() };
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new NetworkFailure('network', { cause });
  }
}
