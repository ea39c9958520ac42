import { AppError } from '../../platform/http/app-error.js';
import { malformedJson, parseJson, parseJsonObject } from '../../platform/http/json-body.js';

/** Of everything but the extracted field. */
export const REST_MAX_BYTES = 64 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, COLON, COMMA] = Buffer.from('{}[]:,');

/**
 * Takes one long text out of a JSON object as the object streams by, wherever among the fields it stands. The rest is
 * collected with an empty text in its place and parsed by JSON.parse, which so also judges whether it was JSON at all.
 */
export class JsonFieldExtractor {
  private readonly rest = Buffer.allocUnsafe(REST_MAX_BYTES);
  private restBytes = 0;
  private depth = 0;
  private place: 'between' | 'in text' | 'in field' = 'between';
  private afterColon = false;
  private escaped = false;
  private textStart = 0;
  private key: unknown;
  /** Whether the field was there as a text. */
  found = false;

  constructor(private readonly field: string) {}

  /** Takes the next bytes; returns those of the field's text among them, with JSON's escapes as they are. */
  push(chunk: Buffer): Buffer | null {
    let field: Buffer | null = null;
    let at = 0;
    while (at < chunk.length) {
      if (this.place === 'in field') {
        const end = this.endOfField(chunk, at);
        field = chunk.subarray(at, end);
        at = end;
        if (at === chunk.length) break;
        this.place = 'between';
        this.keep(QUOTE);
      } else {
        this.take(chunk[at]!);
      }
      at++;
    }
    return field;
  }

  /** After the last byte: all other fields. 400 when the whole was no JSON object. */
  finish(): Record<string, unknown> {
    const fields = parseJsonObject(this.restBytesFrom(0));
    if (this.found) delete fields[this.field];
    return fields;
  }

  private take(byte: number): void {
    if (this.place === 'in text') {
      this.keep(byte);
      if (this.escaped) this.escaped = false;
      else if (byte === BACKSLASH) this.escaped = true;
      else if (byte === QUOTE) this.endText();
      return;
    }
    this.keep(byte);
    switch (byte) {
      case QUOTE:
        this.startText();
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        this.depth++;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        this.depth--;
        break;
      case COLON:
        this.afterColon = true;
        break;
      case COMMA:
        this.afterColon = false;
        break;
    }
  }

  private startText(): void {
    const isField = this.depth === 1 && this.afterColon && this.key === this.field;
    if (isField && this.found) throw malformedJson();
    this.found ||= isField;
    this.place = isField ? 'in field' : 'in text';
    this.textStart = this.restBytes - 1;
  }

  private endText(): void {
    this.place = 'between';
    if (this.depth === 1 && !this.afterColon) this.key = parseJson(this.restBytesFrom(this.textStart));
  }

  /** Index of the quote that ends the field's text, or the chunk's length. */
  private endOfField(chunk: Buffer, from: number): number {
    if (!this.escaped && !chunk.includes(BACKSLASH, from)) {
      const quote = chunk.indexOf(QUOTE, from);
      return quote === -1 ? chunk.length : quote;
    }
    for (let at = from; at < chunk.length; at++) {
      if (this.escaped) this.escaped = false;
      else if (chunk[at] === BACKSLASH) this.escaped = true;
      else if (chunk[at] === QUOTE) return at;
    }
    return chunk.length;
  }

  private keep(byte: number): void {
    if (this.restBytes === REST_MAX_BYTES)
      throw new AppError(413, 'too_large', 'The fields of this request are too long.');
    this.rest[this.restBytes++] = byte;
  }

  private restBytesFrom(start: number): Buffer {
    return this.rest.subarray(start, this.restBytes);
  }
}
