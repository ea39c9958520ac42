import { whatIsMissing } from './what-is-missing.js';

const NOTHING = { hasLittlePicture: false, soundSeconds: 0 };
const found = (picture: number | null, pictures: number, sound: number | null) =>
  whatIsMissing({ picture, pictures, sound }, 20);

describe('what is missing of twenty seconds', () => {
  it('is nothing where a device needed a moment to begin and to end', () => {
    expect(found(19.9, 600, 20)).toEqual(NOTHING);
    expect(found(18, 140, 18.6)).toEqual(NOTHING);
    expect(whatIsMissing({ picture: 0.1, pictures: 2, sound: 0.4 }, 1)).toEqual(NOTHING);
  });

  it('is nothing that was not recorded', () => {
    expect(found(null, 0, 20)).toEqual(NOTHING);
    expect(found(20, 600, null)).toEqual(NOTHING);
  });

  it('is the picture where there is little of it, or where it does not move', () => {
    expect(found(9, 270, 20)).toEqual({ hasLittlePicture: true, soundSeconds: 0 });
    expect(found(19.5, 12, 20)).toEqual({ hasLittlePicture: true, soundSeconds: 0 });
  });

  it('is the sound where there are holes in it', () => {
    expect(found(20, 600, 15.7)).toEqual({ hasLittlePicture: false, soundSeconds: 4 });
  });
});
