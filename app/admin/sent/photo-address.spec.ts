import { photoAddress, photoIdIn } from './photo-address.js';

const ID = '1f3c9a2b-0000-4000-8000-000000000000';

describe('address of a photo', () => {
  it('leads to that photo', () => expect(photoIdIn(new URL(photoAddress(ID), 'https://a.example').hash)).toBe(ID));

  it('is nothing else', () => {
    expect(photoIdIn('')).toBeNull();
    expect(photoIdIn('#photo=')).toBeNull();
    expect(photoIdIn('#photo=../../users')).toBeNull();
  });
});
