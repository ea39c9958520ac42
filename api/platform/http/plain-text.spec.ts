import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { PlainText } from './plain-text.js';

class Body {
  @PlainText('The transcript', 12)
  transcript: unknown;
}

async function read(transcript: unknown) {
  const body = plainToInstance(Body, { transcript });
  const [error] = await validate(body);
  return error ? Object.values(error.constraints ?? {}) : body.transcript;
}

describe('plain text', () => {
  it('ends its lines with a line feed, whichever way it came', async () => {
    expect(await read('One\r\n\r\nTwo')).toBe('One\n\nTwo');
    expect(await read('One\rTwo')).toBe('One\nTwo');
  });

  it('has line ends where a word processor breaks lines and pages, and no other control characters', async () => {
    expect(await read('1\v2\f3\u00854')).toBe('1\n2\n3\n4');
    expect(await read('\u0001in\u0002for\u007f\u009fm\tme\u001f\ufffe')).toBe('inform\tme');
    expect(await read('\u0007 \v')).toBe('');
  });

  it('counts a line end as one character', async () => {
    expect(await read('12345\r\n123456')).toBe('12345\n123456');
  });

  it('is trimmed', async () => expect(await read(' \r\n Now \n')).toBe('Now'));

  describe('refuses', () => {
    it('more than its characters', async () => {
      expect(await read('1234567890123')).toEqual(['The transcript must be at most 12 characters long.']);
    });

    it('what is no text', async () => {
      expect(await read(7)).toContain('The transcript must be text.');
    });

    it('a character that the database keeps in no text', async () => {
      expect(await read('a\0b')).toEqual(['The transcript must be readable text.']);
    });
  });
});
