import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpError, NetworkFailure } from '../../shared/http/http-error.js';
import { loadFailure, SENT_QUERY_OPTIONS, photosFailure, photosPending, readInTime } from './sent-requests.js';

describe('readInTime', () => {
  let server: Server;
  let origin: string;
  const unhurried = new AbortController().signal;

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/photos') response.end('[1,2]');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('answers what is there in time', async () =>
    expect(await readInTime(`${origin}/photos`, unhurried)).toEqual([1, 2]));

  it('gives up on a server that does not answer', () =>
    expect(readInTime(`${origin}/silence`, unhurried, 20)).rejects.toMatchObject({ reason: 'timeout' }));

  it('does not call it a time-out when the reader has left', async () => {
    const leaving = new AbortController();
    const reading = readInTime(`${origin}/silence`, leaving.signal);
    leaving.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('further tries', () => {
  const { retry, retryDelay } = SENT_QUERY_OPTIONS;

  it('are three, for what may pass', () => {
    expect([0, 1, 2, 3].map((failures) => retry(failures, new NetworkFailure('timeout')))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(retry(0, new HttpError(503, '', ''))).toBe(true);
  });

  it.each([500, 502, 507])('are three after a failure of the server, too: %d', (status) =>
    expect([0, 1, 2, 3].map((failures) => retry(failures, new HttpError(status, '', '')))).toEqual([
      true,
      true,
      true,
      false,
    ]),
  );

  it('are counted as long as there are three, and no more where a server that is away is waited for', () => {
    expect([0, 1, 3, 4, 50].map(photosPending)).toEqual([
      'Loading photos…',
      'No answer yet. Trying again (1 of 3)…',
      'No answer yet. Trying again (3 of 3)…',
      'Loading photos…',
      'Loading photos…',
    ]);
  });

  it('are none after a refusal', () => {
    expect(retry(0, new HttpError(404, '', ''))).toBe(false);
    expect(retry(0, new HttpError(401, '', ''))).toBe(false);
  });

  it('come after one, two and four seconds, and never more than thirty', () =>
    expect([0, 1, 2, 9].map(retryDelay)).toEqual([1_000, 2_000, 4_000, 30_000]));
});

describe('photosFailure', () => {
  it('gives the status and the words of a refusal', () => {
    expect(photosFailure(new HttpError(500, '', '{"message":"No"}'))).toBe(
      'Failed to load photos: Failed to fetch user photos: 500 {"message":"No"}',
    );
    expect(photosFailure(new HttpError(502, '', ''))).toBe('Failed to load photos: Failed to fetch user photos: 502');
  });

  it('says that nothing came', () => {
    expect(photosFailure(new NetworkFailure('timeout'))).toBe(
      'Failed to load photos: Failed to fetch user photos: no answer within 10 seconds',
    );
    expect(photosFailure(new NetworkFailure('network'))).toContain('the server cannot be reached');
  });
});

describe('loadFailure', () => {
  it('is the same for whatever went wrong', () => {
    expect(loadFailure(new NetworkFailure('timeout'))).toBe('Could not load photo data');
    expect(loadFailure(new HttpError(500, '', '{"message":"Oh","code":"internal"}'))).toBe('Could not load photo data');
  });

  it('says what to do with a picture that cannot be shown', () =>
    expect(loadFailure(new HttpError(422, '', '{"message":"You can download it.","code":"not_displayable"}'))).toBe(
      'You can download it.',
    ));
});
