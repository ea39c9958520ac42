import { HttpError, NetworkFailure } from './http-error.js';
import { type SendBody, uploadForm } from './send-body.js';

const sendInHalves: SendBody = async <T>(_path: string, _body: FormData | Blob, options: Parameters<SendBody>[2]) => {
  options?.onSent?.(1, 2);
  options?.onSent?.(2, 2);
  return { id: 'v1' } as T;
};

describe('uploadForm', () => {
  it('reports 100 only once the server has answered', async () => {
    const progress: number[] = [];
    const answer = await uploadForm('/x', new FormData(), {
      send: sendInHalves,
      onProgress: (percent) => progress.push(percent),
    });
    expect(answer).toEqual({ id: 'v1' });
    expect(progress).toEqual([49, 99, 100]);
  });

  it('is given up when nothing moves for two minutes, long before its half hour is over', async () => {
    let given: Parameters<SendBody>[2];
    const send: SendBody = async <T>(...[, , options]: Parameters<SendBody>) => {
      given = options;
      return {} as T;
    };
    await uploadForm('/x', new FormData(), { send });
    expect(given).toMatchObject({ timeoutMs: 1_800_000, stallMs: 120_000 });
  });

  it.each([
    [new HttpError(413, '', '{"message":"Too large"}'), 'Upload failed with status 413', 'Too large'],
    [new NetworkFailure('network'), 'Network error during upload', null],
    [new NetworkFailure('timeout'), 'Upload timeout - file may be too large or connection too slow', null],
    [new Error('Invalid response format'), 'Invalid response format', null],
  ])('turns %s into its message', async (failure, message, serverMessage) => {
    const send = () => Promise.reject(failure);
    await expect(uploadForm('/x', new FormData(), { send })).rejects.toMatchObject({ message, serverMessage });
  });
});
