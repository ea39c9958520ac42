import { paragraphs } from './paragraphs.js';

describe('paragraphs of a transcript', () => {
  it('are parted by empty lines', () =>
    expect(paragraphs('One\ntwo\n\n \n\r\n\r\nThree ')).toEqual(['One\ntwo', 'Three']));
  it('are none when it is blank', () => expect(paragraphs(' \n\n ')).toEqual([]));
});
