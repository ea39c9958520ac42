import { isPhone } from './is-phone.js';

describe('isPhone', () => {
  it.each([
    ['a phone upright', 360, 800, true, true],
    ['a phone on its side', 800, 360, true, true],
    ['a tablet', 820, 1180, true, false],
    ['a desktop', 1440, 900, false, false],
    ['a small screen with a mouse', 640, 480, false, false],
  ])('%s', (_name, screenWidth, screenHeight, hasCoarsePointer, expected) => {
    expect(isPhone({ screenWidth, screenHeight, hasCoarsePointer })).toBe(expected);
  });
});
