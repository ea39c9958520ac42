import { UPLOAD_CHUNK_BYTES } from '../../api/contract/common/limits.ts';

/** What came back; status 0: nothing, because the connection failed. */
export interface Answer {
  status: number;
  /** As JSON where it is JSON. */
  body: unknown;
  text: string;
  headers: Headers;
}

interface Call {
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  timeoutMs?: number;
}

const PATIENCE_MS = 60_000;

/** Somebody with a browser: keeps cookies, and takes a failed connection for an answer. */
export class Person {
  readonly cookies = new Map<string, string>();

  /** Where the product is; a line to it may come in between. */
  url: string;

  constructor(url: string) {
    this.url = url;
  }

  async call(
    method: string,
    path: string,
    { json, form, headers = {}, timeoutMs = PATIENCE_MS }: Call = {},
  ): Promise<Answer> {
    const sent: Record<string, string> = { ...headers };
    if (this.cookies.size > 0) sent.cookie = this.cookie;
    if (json !== undefined) sent['content-type'] = 'application/json';
    try {
      const response = await fetch(this.url + path, {
        method,
        headers: sent,
        body: form ?? (json === undefined ? undefined : JSON.stringify(json)),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      for (const cookie of response.headers.getSetCookie()) this.keep(cookie);
      const text = await response.text();
      return { status: response.status, body: parse(text), text, headers: response.headers };
    } catch (error) {
      const cause =
        error instanceof Error
          ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`
          : String(error);
      return { status: 0, body: null, text: cause, headers: new Headers() };
    }
  }

  /** As `call`, for what has to succeed. */
  async do<T>(method: string, path: string, call: Call = {}): Promise<T> {
    const answer = await this.call(method, path, call);
    if (answer.status < 200 || answer.status > 299)
      throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body as T;
  }

  async download(path: string): Promise<Buffer> {
    const response = await fetch(this.url + path, { headers: { cookie: this.cookie } });
    if (!response.ok) throw new Error(`GET ${path}: ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }

  get cookie(): string {
    return [...this.cookies].map((pair) => pair.join('=')).join('; ');
  }

  private keep(cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const at = pair.indexOf('=');
    if (/max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) this.cookies.delete(pair.slice(0, at));
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const chunksOf = (bytes: Buffer) => Math.ceil(bytes.length / UPLOAD_CHUNK_BYTES);
export const chunkOf = (bytes: Buffer, index: number) =>
  bytes.subarray(index * UPLOAD_CHUNK_BYTES, (index + 1) * UPLOAD_CHUNK_BYTES);

/** One chunk as the browser sends it. */
export function chunkForm(
  uploadId: string,
  index: number,
  bytes: Buffer,
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ uploadId, chunkIndex: String(index), ...fields })) form.set(name, value);
  form.set('chunk', new Blob([new Uint8Array(bytes)]), 'blob');
  return form;
}
