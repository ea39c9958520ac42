import { jest } from '@jest/globals';
import {
  allowSearchWorker,
  createPagefindIndex,
  isSearchWorker,
  type PagefindInstance,
  type PagefindModule,
} from './pagefind-index.js';

const record = (id: string, content: string) => ({
  url: `/stories/anna-2025-03-01#video-${id}`,
  content,
  meta: { title: 'Anna', question: 'Life today' },
});

function setUp(overrides: Partial<PagefindInstance> = {}) {
  const clock = { now: 0 };
  const list = { version: 'one', shards: ['/pagefind/a/', '/pagefind/b/'], grams: [] };
  const instance = {
    filters: jest.fn(async () => ({})),
    mergeIndex: jest.fn(async () => undefined),
    search: jest.fn(async () => ({
      results: [{ data: async () => record('1', 'a quiet day') }, { data: async () => record('2', 'a loud day') }],
    })),
    destroy: jest.fn(async () => undefined),
    ...overrides,
  };
  const module: PagefindModule = { createInstance: jest.fn(() => instance) };
  const readShards = jest.fn(async () => ({ ...list }));
  const importModule = jest.fn(async () => module);
  const index = createPagefindIndex({ readShards, importModule, now: () => clock.now });
  return { index, clock, list, instance, readShards, importModule };
}

describe('Pagefind’s index', () => {
  it('opens the first shard and merges the others', async () => {
    const { index, importModule, instance } = setUp();
    await index.search('quiet');
    expect(importModule).toHaveBeenCalledWith('/pagefind/a/pagefind.js');
    expect(instance.mergeIndex).toHaveBeenCalledWith('/pagefind/b/', { baseUrl: '/', metaCacheTag: 'one' });
  });

  it('keeps only candidates that contain the query', async () => {
    const { index } = setUp();
    const { candidates, verify } = await index.search('quiet');
    expect(candidates).toBe(2);
    expect((await verify(0, 20)).map(({ videoId }) => videoId)).toEqual(['1']);
  });

  it('stays open between searches and reads the list again after a minute', async () => {
    const { index, clock, readShards, importModule } = setUp();
    await index.search('quiet');
    await index.search('day');
    expect(readShards).toHaveBeenCalledTimes(1);
    clock.now = 60_000;
    await index.search('day');
    expect(readShards).toHaveBeenCalledTimes(2);
    expect(importModule).toHaveBeenCalledTimes(1);
  });

  it('opens anew when the list has changed', async () => {
    const { index, clock, list, importModule, instance } = setUp();
    await index.search('quiet');
    Object.assign(list, { version: 'two', shards: ['/pagefind/c/'] });
    clock.now = 60_000;
    await index.search('quiet');
    expect(instance.destroy).toHaveBeenCalled();
    expect(importModule).toHaveBeenLastCalledWith('/pagefind/c/pagefind.js');
  });

  it('opens anew, once, after a failure', async () => {
    const search = jest.fn<PagefindInstance['search']>();
    search.mockRejectedValueOnce(new Error('worker gone')).mockResolvedValue({ results: [] });
    const { index, readShards } = setUp({ search });
    await expect(index.search('quiet')).resolves.toMatchObject({ candidates: 0 });
    expect(readShards).toHaveBeenCalledTimes(2);
  });

  it('gives up on an index that hangs', async () => {
    jest.useFakeTimers();
    const { index } = setUp({ mergeIndex: () => new Promise(() => undefined) });
    const [outcome] = await Promise.all([
      Promise.allSettled([index.search('quiet')]),
      jest.advanceTimersByTimeAsync(6_000),
    ]);
    expect(outcome).toMatchObject([{ status: 'rejected', reason: new Error('No answer within 3000 ms') }]);
    jest.useRealTimers();
  });

  it('finds nothing in an archive without shards', async () => {
    const { index, list, importModule } = setUp();
    list.shards = [];
    await expect(index.search('quiet')).resolves.toMatchObject({ candidates: 0 });
    expect(importModule).not.toHaveBeenCalled();
  });
});

const ORIGIN = 'https://stories.example';
const PATH = '/pagefind/17174336b120ac213975a480af12f578/pagefind-worker.js';

describe('the worker of the search', () => {
  it.each([PATH, ORIGIN + PATH])('is %s', (address) => expect(isSearchWorker(address, ORIGIN)).toBe(true));

  it.each([
    `https://elsewhere.example${PATH}`,
    `//elsewhere.example${PATH}`,
    '/pagefind/17174336b120ac213975a480af12f578/pagefind.js',
    '/media/17174336b120ac213975a480af12f578/pagefind-worker.js',
    `/pagefind/../media/1/pagefind-worker.js`,
    'data:text/javascript,1',
    'blob:https://stories.example/1',
    'http://[',
  ])('is not %s', (address) => expect(isSearchWorker(address, ORIGIN)).toBe(false));

  it('is let through once, also where a first render is begun again', () => {
    // As in a browser: a second policy of the name is refused.
    const trustedTypes = {
      defaultPolicy: null as object | null,
      createPolicy(_name: string, rules: object) {
        if (this.defaultPolicy) throw new TypeError('Policy with name "default" already exists.');
        this.defaultPolicy = rules;
      },
    };
    Object.assign(globalThis, { trustedTypes });
    try {
      allowSearchWorker();
      expect(trustedTypes.defaultPolicy).not.toBeNull();
      expect(() => allowSearchWorker()).not.toThrow();
    } finally {
      Reflect.deleteProperty(globalThis, 'trustedTypes');
    }
  });
});
