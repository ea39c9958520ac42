import { paragraphs } from './paragraphs.js';

describe('paragraphs', () => {
  it('are parted by blank lines, also by those with spaces in them', () =>
    expect(paragraphs('One.\n\nTwo.\n \t\n\nThree.')).toEqual(['One.', 'Two.', 'Three.']));
  it('keep single line ends', () => expect(paragraphs('One\nmore.')).toEqual(['One\nmore.']));
  it('leave nothing of an empty text', () => expect(paragraphs(' \n\n ')).toEqual([]));
});
