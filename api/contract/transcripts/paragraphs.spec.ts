import { paragraphs } from './paragraphs.js';

describe('paragraphs', () => {
  it('are parted by empty lines, also by those with blanks in them', () =>
    expect(paragraphs('One\ntwo\n\n \n\r\n\r\nThree \n \t\n\nFour.')).toEqual(['One\ntwo', 'Three', 'Four.']));
  it('are parted by the line ends of any system', () =>
    expect(paragraphs('One.\r\n\r\nTwo\r\nmore.')).toEqual(['One.', 'Two\r\nmore.']));
  it('are none when the text is blank', () => expect(paragraphs(' \n\n ')).toEqual([]));
});
