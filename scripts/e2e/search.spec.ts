import path from 'node:path';
import { hostileQueries, seededNumbers } from '../../api/testing/hostile-texts.ts';
import { publishHostileArchive, scan } from './support/hostile-archive.ts';
import { expect, test } from './support/journey-test.ts';
import { servePlainly } from './support/published-tree.ts';
import { searchInTabs } from './support/search-page.ts';

const PEOPLE = 45;
const QUERIES = 200;

test('the page finds what a plain scan of the transcripts finds, with and without the API', async ({
  context,
  server,
}) => {
  const answers = await publishHostileArchive(server, PEOPLE);
  const transcripts = answers.map(({ transcript }) => transcript);
  const queries = hostileQueries(transcripts, QUERIES, seededNumbers(1));
  const expected = queries.map((query) => inWords(query, scan(answers, query)));
  const inPage = async (address: string) => {
    const shown = await searchInTabs(context, `${address}/stories`, queries);
    return shown.map(({ count, ids }, index) => {
      expect(count, queries[index]).toBe(ids.length);
      return inWords(queries[index]!, ids);
    });
  };
  expect(await inPage(server.url)).toEqual(expected);

  const files = await servePlainly(path.join(server.stateDir, 'site'));
  try {
    expect(await inPage(files.url)).toEqual(expected);
  } finally {
    files.close();
  }
});

const inWords = (query: string, ids: string[]) => `${JSON.stringify(query)}: ${ids.toSorted().join(' ')}`;
