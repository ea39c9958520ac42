/** A client of a running instance: keeps the cookies of one person, as a browser does. */
export class Client {
  private readonly cookies = new Map<string, string>();
  private readonly baseUrl: string;

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  /** Sends JSON or a form and reads JSON, null from an empty answer. Throws with the server's own words. */
  async send<T>(method: string, path: string, body?: object): Promise<T> {
    const isForm = body instanceof FormData;
    const headers: Record<string, string> = { ...this.headers };
    if (body && !isForm) headers['content-type'] = 'application/json';
    const response = await fetch(new URL(path, this.baseUrl), {
      method,
      headers,
      body: isForm ? body : JSON.stringify(body),
    });
    for (const cookie of response.headers.getSetCookie()) this.keep(cookie);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return (text === '' ? null : JSON.parse(text)) as T;
  }

  /** Of the person, for requests that are sent in another way. */
  get headers(): { cookie: string } {
    return { cookie: [...this.cookies].map((pair) => pair.join('=')).join('; ') };
  }

  private keep(cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const separator = pair.indexOf('=');
    this.cookies.set(pair.slice(0, separator), pair.slice(separator + 1));
  }
}
