import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a transcription service was sent. */
export interface TranscriptionCall {
  path: string;
  authorization: string | undefined;
  fields: Record<string, string>;
  wave: Buffer;
}

interface Answer {
  status: number;
  body: unknown;
  location?: string;
  /** The line ends before all of it has come. */
  isCut?: boolean;
}

/** An OpenAI-compatible transcription service that really receives the sound, and answers what it is told to. */
export class TranscriptionServer {
  readonly calls: TranscriptionCall[] = [];
  /** One for each call; after them the last one. To silence it says nothing, and keeps whoever calls waiting. */
  answers: (Answer | Promise<Answer> | 'silence')[] = [];
  private readonly server: Server;

  private constructor() {
    this.server = createServer((incoming, response) => {
      void this.receive(incoming).then(async () => {
        const answer = await (this.answers.length > 1 ? this.answers.shift() : this.answers[0]);
        if (answer === 'silence') return response;
        response.statusCode = answer?.status ?? 500;
        if (answer?.location) response.setHeader('Location', answer.location);
        const body = JSON.stringify(answer?.body ?? {});
        if (!answer?.isCut) return response.end(body);
        response.setHeader('Content-Length', body.length);
        return response.write(body.slice(0, -1), () => response.destroy());
      });
    });
  }

  static async start(): Promise<TranscriptionServer> {
    const service = new TranscriptionServer();
    await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async receive(incoming: IncomingMessage): Promise<void> {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for await (const part of incoming) parts.push(part as Uint8Array<ArrayBuffer>);
    const headers = { 'Content-Type': incoming.headers['content-type'] ?? '' };
    // Many such services take no body whose length they are not told.
    if (incoming.headers['content-length'] === undefined) throw new Error('A body without a length');
    const form = await new Response(new Blob(parts), { headers }).formData();
    const fields = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    this.calls.push({
      path: incoming.url ?? '',
      authorization: incoming.headers.authorization,
      fields: Object.fromEntries(fields),
      wave: Buffer.from(await (form.get('file') as File).arrayBuffer()),
    });
  }
}
