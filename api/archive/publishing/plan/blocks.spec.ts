import { GALLERY_PAGE_SIZE, SEARCH_SHARD_PART_SIZE, SEARCH_SHARD_SIZE } from '../../../contract/common/limits.js';
import type { Publication } from '../../stories/shown-video.js';
import { galleryBlock, galleryBlocks, searchBlocks } from './blocks.js';

const story = (sequence: number, changes: Partial<Publication> = {}): Publication => ({
  participantId: `p${sequence}`,
  userName: `anna-${sequence}`,
  firstName: 'Anna',
  sequence,
  contentKey: `c${sequence}`,
  changedAt: '2025-06-01T10:00:00.000Z',
  posterId: null,
  timedVideoIds: [],
  heardQuestionIds: [],
  isSearchable: true,
  formerUserNames: [],
  isUnlisted: false,
  ...changes,
});
const numbers = (publications: Publication[]) =>
  galleryBlocks(publications).map((page) => page.stories.map(({ sequence }) => sequence));
const names = (publications: Publication[]) =>
  galleryBlocks(publications).map(({ number, newer, older }) => ({ number, newer, older }));
const QUESTION = { id: 1, title: 'Early days', text: 'How did it begin?', starterPhrase: null, sequence: 1 };
const blocksOf = (publications: Publication[]) => searchBlocks(publications, [QUESTION]);
const inputs = (publications: Publication[]) => blocksOf(publications).map((shard) => shard.inputs);
const stories = (count: number) => Array.from({ length: count }, (_, sequence) => story(sequence));

describe('gallery blocks', () => {
  it('are one empty page without stories', () =>
    expect(galleryBlocks([])).toEqual([{ block: 0, number: null, stories: [] }]));

  it('are counted from the oldest and shown newest first', () => {
    const [first, second, third] = numbers(stories(2 * GALLERY_PAGE_SIZE + 3));
    expect(first).toEqual([98, 97, 96]);
    expect([second?.[0], second?.at(-1), third?.[0], third?.at(-1)]).toEqual([95, 48, 47, 0]);
  });

  it('keep their names when a story begins a new page: that page, the one before, and its neighbour alone are others', () => {
    const before = names(stories(3 * GALLERY_PAGE_SIZE));
    const after = names(stories(3 * GALLERY_PAGE_SIZE + 1));
    expect(before).toEqual([
      { number: null, older: 2 },
      { number: 2, newer: null, older: 1 },
      { number: 1, newer: 2 },
    ]);
    expect(after).toEqual([
      { number: null, older: 3 },
      { number: 3, newer: null, older: 2 },
      { number: 2, newer: 3, older: 1 },
      before[2],
    ]);
  });

  it('keep their names when all stories of a page are gone', () => {
    const withoutSecond = stories(3 * GALLERY_PAGE_SIZE).filter(({ sequence }) => galleryBlock(sequence) !== 1);
    expect(names(withoutSecond)).toEqual([
      { number: null, older: 1 },
      { number: 1, newer: null },
    ]);
  });

  it('leave the other pages as they are when one story goes', () => {
    const all = stories(3 * GALLERY_PAGE_SIZE);
    const before = numbers(all);
    const after = numbers(all.filter(({ sequence }) => sequence !== 50));
    expect(after.map((page, index) => page.length === before[index]?.length)).toEqual([true, false, true]);
  });

  it('have no page for a block whose stories are all gone', () => {
    const later = stories(2 * GALLERY_PAGE_SIZE).slice(GALLERY_PAGE_SIZE);
    expect(galleryBlocks(later)).toHaveLength(1);
  });
});

describe('search blocks', () => {
  it('are none without stories', () => expect(blocksOf([])).toEqual([]));

  it('are made anew where a question has another title, which stands beside what is found', () => {
    const inputsWith = (title: string) => searchBlocks(stories(1), [{ ...QUESTION, title }])[0]!.inputs;
    expect(inputsWith('The first days')).not.toBe(inputsWith(QUESTION.title));
    expect(inputsWith(QUESTION.title)).toBe(inputs(stories(1))[0]);
  });

  it('hold the stories in the order of their numbers, the first one marked', () => {
    const shards = blocksOf(stories(SEARCH_SHARD_SIZE + 2));
    expect(shards.map(({ participantIds }) => participantIds.length)).toEqual([SEARCH_SHARD_SIZE, 2]);
    expect(shards[1]?.participantIds).toEqual(['p250', 'p251']);
    expect(shards.map(({ isFirst }) => isFirst)).toEqual([true, false]);
  });

  it('stand in parts while the newest is not full, so that an approval changes little', () => {
    const all = stories(2 * SEARCH_SHARD_SIZE - 1);
    const parts = blocksOf(all).slice(1);
    expect(parts).toHaveLength(SEARCH_SHARD_SIZE / SEARCH_SHARD_PART_SIZE);
    expect(parts.map(({ block }) => block)).toEqual([1, 1, 1, 1, 1]);
    expect(parts[4]?.participantIds.at(0)).toBe('p450');
    const before = inputs(all);
    const after = inputs(stories(2 * SEARCH_SHARD_SIZE));
    expect(after.map((shard, index) => shard === before[index])).toEqual([true, true, true, true, true, false]);
    expect(blocksOf(stories(2 * SEARCH_SHARD_SIZE + 1)).map(({ participantIds }) => participantIds.length)).toEqual([
      SEARCH_SHARD_SIZE,
      SEARCH_SHARD_SIZE,
      1,
    ]);
  });

  it('change one by one', () => {
    const all = stories(3 * SEARCH_SHARD_SIZE + 1);
    const before = inputs(all);
    const changed = inputs(all.with(300, story(300, { contentKey: 'edited' })));
    expect(changed.map((shard, index) => shard === before[index])).toEqual([true, false, true, true]);
    expect(inputs(all)).toEqual(before);
  });

  it('leave out stories without anything to search', () => {
    const all = stories(SEARCH_SHARD_SIZE + 1);
    expect(blocksOf(all.with(0, story(0, { isSearchable: false })))[0]?.participantIds[0]).toBe('p1');
    const onlyLast = all.map((each) => ({ ...each, isSearchable: each.sequence === SEARCH_SHARD_SIZE }));
    expect(blocksOf(onlyLast)).toEqual([
      { inputs: expect.any(String) as string, block: 1, participantIds: ['p250'], isFirst: true },
    ]);
  });
});
