import { AppError } from '../../platform/http/app-error.js';

const SCHEME = 'data:';
/** Ends the media type, which may itself hold commas and parameters: `video/webm;codecs=vp8,opus`. */
const BASE64_MARK = ';base64,';
const HEAD_MAX_LENGTH = 1024;

/** Decodes a base64 data URL that arrives in pieces, written as the inside of a JSON text. Refuses anything else with 400. */
export class DataUrlDecoder {
  /** What stood before the data, '' when nothing did; null before it has arrived. */
  mimeType: string | null = null;
  private openEscape = '';
  /** Before the mark: the head so far; after it: the last characters, which make no group of four yet. */
  private pending = '';
  private isPadded = false;
  /** Used again and again: an answer of 60 MB would leave a thousand of them to collect. */
  private decoded = Buffer.alloc(0);

  /** What the piece holds, valid until the next one is pushed. */
  push(piece: Buffer): Buffer {
    this.pending += this.unescape(this.openEscape + piece.toString('latin1'));
    if (this.mimeType === null && !this.takeHead()) return this.decoded.subarray(0, 0);
    const usable = this.pending.length - (this.pending.length % 4);
    const groups = this.pending.slice(0, usable);
    this.pending = this.pending.slice(usable);
    return this.decode(groups);
  }

  /** After the last piece. */
  finish(): string {
    if (this.mimeType === null || this.pending !== '' || this.openEscape !== '') throw malformed();
    return this.mimeType;
  }

  private takeHead(): boolean {
    const mark = this.pending.slice(0, HEAD_MAX_LENGTH).indexOf(BASE64_MARK);
    if (mark === -1) {
      if (this.pending.length >= HEAD_MAX_LENGTH) throw malformed();
      return false;
    }
    if (!this.pending.startsWith(SCHEME)) throw malformed();
    this.mimeType = this.pending.slice(SCHEME.length, mark);
    this.pending = this.pending.slice(mark + BASE64_MARK.length);
    return true;
  }

  /** Buffer skips characters that are not of base64: the length shows it. */
  private decode(groups: string): Buffer {
    if (groups === '') return this.decoded.subarray(0, 0);
    const padding = /={0,2}$/.exec(groups)![0].length;
    const bytes = (groups.length / 4) * 3 - padding;
    if (this.decoded.length < bytes) this.decoded = Buffer.allocUnsafeSlow(bytes);
    if (this.isPadded || this.decoded.write(groups, 'base64') !== bytes) throw malformed();
    this.isPadded = padding > 0;
    return this.decoded.subarray(0, bytes);
  }

  /** Undoes JSON's escapes (some senders write `\/` and `\u002b`); one that is cut in two waits for its end. */
  private unescape(text: string): string {
    this.openEscape = '';
    let plain = '';
    let at = 0;
    for (let slash = text.indexOf('\\'); slash !== -1; slash = text.indexOf('\\', at)) {
      plain += text.slice(at, slash);
      at = slash + (text[slash + 1] === 'u' ? 6 : 2);
      if (at > text.length) {
        this.openEscape = text.slice(slash);
        return plain;
      }
      plain += unescapeOne(text.slice(slash, at));
    }
    return plain + text.slice(at);
  }
}

function unescapeOne(escape: string): string {
  try {
    return JSON.parse(`"${escape}"`) as string;
  } catch {
    throw malformed();
  }
}

function malformed(): AppError {
  return new AppError(400, 'malformed_data_url', 'The file must be sent as a base64 data URL.');
}
