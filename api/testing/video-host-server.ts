import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface HostAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A real HTTP server that plays the public JSON and the pictures of a video host; what it is not told of is 404. */
export class VideoHostServer {
  /** Paths with their queries, in the order in which they were asked for. */
  readonly asked: string[] = [];
  private readonly answers = new Map<string, HostAnswer>();
  private held: (() => void)[] | null = null;
  private readonly server: Server;

  private constructor() {
    this.server = createServer(({ url = '' }, response) => {
      this.asked.push(url);
      const respond = () => this.respond(url, response);
      if (this.held) this.held.push(respond);
      else respond();
    });
  }

  static async start(): Promise<VideoHostServer> {
    const host = new VideoHostServer();
    await new Promise<void>((resolve) => host.server.listen(0, '127.0.0.1', resolve));
    return host;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Answers this path, whatever its query; an object as JSON. */
  answer(path: string, answer: HostAnswer | { json: unknown }): void {
    this.answers.set(path, 'json' in answer ? { body: JSON.stringify(answer.json) } : answer);
  }

  /** The public JSON of a Vimeo video, and its pictures. */
  hasVimeo(id: string, pictures: Partial<Record<'large' | 'medium' | 'small', Buffer>>): void {
    const names = Object.entries(pictures).map(([size, body]) => {
      this.answer(`/video/${id}_${size}`, { body });
      return [`thumbnail_${size}`, `${this.url}/video/${id}_${size}`];
    });
    this.answer(`/api/v2/video/${id}.json`, { json: [{ id, ...Object.fromEntries(names) }] });
  }

  /** From now on requests wait; the answer lets them through, with `using` also where the case fails before. */
  hold(): (() => void) & Disposable {
    const held: (() => void)[] = (this.held = []);
    const letThrough = () => {
      this.held = null;
      for (const respond of held.splice(0)) respond();
    };
    return Object.assign(letThrough, { [Symbol.dispose]: letThrough });
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private respond(url: string, response: ServerResponse): void {
    const { status = 200, headers = {}, body = '' } = this.answers.get(url.split('?')[0]!) ?? { status: 404 };
    response.writeHead(status, headers).end(body);
  }
}
