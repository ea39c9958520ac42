import { UPLOAD_CHUNK_BYTES } from '../../../api/contract/common/limits.js';
import { HttpError, NetworkFailure } from '../../shared/http/http-error.js';
import { PartSize } from './part-size.js';

const CUT = new NetworkFailure('network');

function arrive(parts: PartSize, times: number): void {
  for (let time = 0; time < times; time++) parts.noteArrival();
}

describe('the size of the parts of a recording', () => {
  it.each([CUT, new NetworkFailure('timeout'), new HttpError(408, '', ''), new HttpError(504, '', '')])(
    'is a quarter of what was cut, and 64 kB at least: %p',
    (error) => {
      const parts = new PartSize();
      parts.noteFailure(error, 1_000_000);
      expect(parts.mostBytes).toBe(250_000);
      parts.noteFailure(error, 250_000);
      parts.noteFailure(error, 62_500);
      expect(parts.mostBytes).toBe(65_536);
    },
  );

  it.each([409, 425, 429, 500, 502, 503, 507])('stays where the server refuses it: %i', (status) => {
    const parts = new PartSize();
    parts.noteFailure(new HttpError(status, '', ''), UPLOAD_CHUNK_BYTES);
    expect(parts.mostBytes).toBe(UPLOAD_CHUNK_BYTES);
  });

  it('grows again once eight in a row have arrived, up to a whole chunk', () => {
    const parts = PartSize.below(1_000_000);
    arrive(parts, 7);
    expect(parts.mostBytes).toBe(250_000);
    arrive(parts, 1);
    expect(parts.mostBytes).toBe(500_000);
    arrive(parts, 100);
    expect(parts.mostBytes).toBe(UPLOAD_CHUNK_BYTES);
  });

  it('counts anew after a failure', () => {
    const parts = PartSize.below(1_000_000);
    arrive(parts, 7);
    parts.noteFailure(new HttpError(503, '', ''), 250_000);
    arrive(parts, 7);
    expect(parts.mostBytes).toBe(250_000);
  });

  it('begins with a quarter of a chunk where a larger file was cut', () => {
    expect(PartSize.below(500_000_000).mostBytes).toBe(UPLOAD_CHUNK_BYTES / 4);
  });
});
