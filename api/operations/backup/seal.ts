import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

/** What a stream was once it has ended. */
export interface Measured {
  bytes: number;
  sha256: string;
}

/**
 * Encrypts what is written to a backup, with age: any age program opens it with the same key. A key file holds an identity
 * (AGE-SECRET-KEY-1…), or a recipient alone (age1…), which seals and never opens: fit for the machine that is backed up.
 */
export class Seal {
  private constructor(
    private readonly recipient: string | null,
    private readonly identity: string | null,
  ) {}

  static readonly none = new Seal(null, null);

  /** @throws Error when the file holds no key */
  static async fromFile(file: string): Promise<Seal> {
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      throw new Error(`The key in ${file} cannot be read.`, { cause: error });
    });
    const words = text.split('\n').filter((line) => !line.startsWith('#'));
    const key = words.map((word) => word.trim()).find(Boolean) ?? '';
    try {
      if (key.startsWith('AGE-SECRET-KEY-')) return new Seal(await identityToRecipient(key), key);
      new Encrypter().addRecipient(key);
      return new Seal(key, null);
    } catch (error) {
      throw new Error(
        `${file} holds no key of age (AGE-SECRET-KEY-1… or age1…). "npm run backup -- --new-key FILE" makes one.`,
        { cause: error },
      );
    }
  }

  /** Writes a new key into a file that must not be there yet; returns the part that only seals. */
  static async newKey(file: string): Promise<string> {
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    const text = `# created: ${new Date().toISOString()}\n# public key: ${recipient}\n${identity}\n`;
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
    return recipient;
  }

  /** Names the key, and nothing else does: `plain` where there is none. */
  get label(): string {
    if (this.recipient === null) return 'plain';
    return `age-${createHash('sha256').update(this.recipient).digest('hex').slice(0, 16)}`;
  }

  get canOpen(): boolean {
    return this.recipient === null || this.identity !== null;
  }

  async close(source: Readable): Promise<Readable> {
    if (this.recipient === null) return source;
    const encrypter = new Encrypter();
    encrypter.addRecipient(this.recipient);
    return fromWeb(source, await encrypter.encrypt(toWeb(source)));
  }

  async open(source: Readable): Promise<Readable> {
    if (this.recipient === null) return source;
    const decrypter = new Decrypter();
    decrypter.addIdentity(this.identity!);
    try {
      return fromWeb(source, await decrypter.decrypt(toWeb(source)));
    } catch (error) {
      source.destroy();
      throw error;
    }
  }
}

/** Read to its end, and not what was expected. */
export class OtherContent extends Error {
  override readonly message = 'This content is not what it was said to be.';
}

/** Passes everything on, and knows in the end what it was. */
export class Measure extends Transform {
  private readonly hash = createHash('sha256');
  private bytes = 0;
  private sha256 = '';

  /** @param expected a hash; other content never ends, it fails, so that whoever writes it keeps none of it */
  constructor(private readonly expected?: string) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.hash.update(chunk);
    this.bytes += chunk.length;
    done(null, chunk);
  }

  override _flush(done: (error: OtherContent | null) => void): void {
    this.sha256 = this.hash.digest('hex');
    done(this.sha256 === (this.expected ?? this.sha256) ? null : new OtherContent());
  }

  /** After the end. */
  result(): Measured {
    return { bytes: this.bytes, sha256: this.sha256 };
  }
}

function toWeb(source: Readable): globalThis.ReadableStream<Uint8Array> {
  return Readable.toWeb(source) as unknown as globalThis.ReadableStream<Uint8Array>;
}

/** What fails or is let go of on one side ends the other. */
function fromWeb(source: Readable, web: globalThis.ReadableStream<Uint8Array>): Readable {
  const readable = Readable.fromWeb(web as unknown as ReadableStream);
  source.on('error', (error) => readable.destroy(error));
  readable.on('close', () => source.destroy());
  return readable;
}
