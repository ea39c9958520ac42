import { jest } from '@jest/globals';
import type { Publication } from '../../stories/shown-video.js';
import { remembered } from './remembered.js';

const story = (userName: string) => ({ userName }) as Publication;

describe('what is made of stories', () => {
  const make = jest.fn((stories: readonly Publication[], ...rest: unknown[]) => ({
    names: stories.map(({ userName }) => userName),
    rest,
  }));
  const made = remembered(make);
  const [anna, ben, cleo] = [story('anna'), story('ben'), story('cleo')];
  beforeEach(() => make.mockClear());

  it('is made once of the very same ones', () => {
    expect(made([anna, ben], 1, ['a'])).toBe(made([anna, ben], 1, ['a']));
    expect(make).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['another beside the first', [anna, cleo]],
    ['one more', [anna, ben, cleo]],
    ['one less', [anna]],
    ['the same in another object', [anna, story('ben')]],
    ['the first in another object', [story('anna'), ben]],
  ])('is made anew of %s', (_, stories) => {
    made([anna, ben]);
    expect(made(stories).names).toEqual(stories.map(({ userName }) => userName));
    expect(make).toHaveBeenCalledTimes(2);
  });

  it('is made anew with other values beside them', () => {
    expect([made([anna], 'a', 1).rest, made([anna], 'b', 1).rest]).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
  });

  it('may be of none', () => {
    expect(made([]).names).toEqual([]);
  });
});
