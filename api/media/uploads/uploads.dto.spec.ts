import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { FILE_NAME_MAX_LENGTH } from '../../contract/common/limits.js';
import { StartUploadDto } from './uploads.dto.js';

const read = (filename: unknown) => plainToInstance(StartUploadDto, { filename }).filename;

describe('the name of a file that is announced', () => {
  it.each([
    ['My story – 日本.mp4', 'My story – 日本.mp4'],
    ['a\u0000b\nc\u007f.mp4', 'abc.mp4'],
    ['a\u202egpj.exe', 'agpj.exe'],
    ['a\u2066b\u2069\u2028c\ud800', 'abc'],
    ['', ''],
  ])('%j is shown as %j', (sent, shown) => expect(read(sent)).toBe(shown));

  it('is cut where it is too long', () => {
    expect(read('x'.repeat(FILE_NAME_MAX_LENGTH + 1))).toHaveLength(FILE_NAME_MAX_LENGTH);
  });

  it('is left to be refused where it is no text', () => expect(read(7)).toBe(7));
});

it('keeps of the type of a file what can be kept', () => {
  expect(plainToInstance(StartUploadDto, { mimeType: 'video/\0webm' }).mimeType).toBe('video/webm');
});
