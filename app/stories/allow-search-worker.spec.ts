import { isSearchWorker } from './allow-search-worker.js';

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
});
