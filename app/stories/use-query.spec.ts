import { queryOf, withQuery } from './use-query.js';

describe('query in the address', () => {
  it('is read and written', () => {
    expect(queryOf({ search: '?q=a%20quiet%20day' })).toBe('a quiet day');
    expect(queryOf({ search: '' })).toBe('');
    expect(withQuery('http://localhost/stories/page/2', ' 50 % & more ')).toBe('/stories/page/2?q=50+%25+%26+more');
  });

  it('leaves no trace when it is blank', () => {
    expect(withQuery('http://localhost/stories?q=quiet', '  ')).toBe('/stories');
  });

  it('leaves the rest of the address alone', () => {
    expect(withQuery('http://localhost/stories?view=list&q=a#top', 'b')).toBe('/stories?view=list&q=b#top');
  });
});
