import { findNameMentions } from './name-mentions.js';

const PERSON = { firstName: 'Anna-Lena', lastName: 'Müller' };
const video = (transcript: string, more: { title?: string; description?: string } = {}) => ({
  id: 'v1',
  title: 'One',
  description: '',
  transcript,
  ...more,
});
const found = (transcript: string, shownName: string | null = 'Robin', person = PERSON) =>
  findNameMentions(person, shownName, [video(transcript)]).map(({ excerpt }) => excerpt);

describe('where words still tell a real name', () => {
  it.each([
    ['My name is Anna.', 1],
    ['ANNA’S garden', 1],
    ['Mrs. Müller came', 1],
    ['Mrs. Mu\u0308ller came', 1],
    ['Lena!', 1],
    ['Annabelle and Helena', 0],
    ['müllerin', 0],
    ['Nobody', 0],
  ])('in “%s”: %i', (words, count) => {
    expect(found(words)).toHaveLength(count);
  });

  it('is told with whole words around it, where there are spaces between them', () => {
    const told = 'Before ME/CFS I loved to dance. Anna danced every Friday, in the old hall by the river.';
    expect(found(told)).toEqual(['…ME/CFS I loved to dance. Anna danced every Friday, in the…']);
    expect(found(`${'踊'.repeat(40)}、Anna、${'踊'.repeat(40)}`)).toEqual([
      `…${'踊'.repeat(30)}、Anna、${'踊'.repeat(30)}…`,
    ]);
    // Spaces stand around the name alone, as where it is in other letters.
    expect(found(`${'踊'.repeat(40)} Anna ${'踊'.repeat(40)}`)).toEqual([
      `…${'踊'.repeat(30)} Anna ${'踊'.repeat(30)}…`,
    ]);
  });

  it('is told with whole characters around it', () => {
    expect(found(`${'🌻'.repeat(40)}Anna${'🌻'.repeat(40)}`)).toEqual([`…${'🌻'.repeat(15)}Anna${'🌻'.repeat(15)}…`]);
  });

  it('is told by field, with the words around it', () => {
    const long = `${'word '.repeat(20)}Anna ${'word '.repeat(20)}`;
    expect(findNameMentions(PERSON, 'Robin', [video(long, { title: 'Anna', description: 'By Lena' })])).toEqual([
      { videoId: 'v1', title: 'Anna', where: 'title', excerpt: 'Anna' },
      { videoId: 'v1', title: 'Anna', where: 'description', excerpt: 'By Lena' },
      {
        videoId: 'v1',
        title: 'Anna',
        where: 'transcript',
        excerpt: `…${'word '.repeat(6)}Anna ${'word '.repeat(5)}word…`,
      },
    ]);
  });

  it('is nothing where they are shown under it, or it is part of the shown name', () => {
    expect(found('My name is Anna.', null)).toEqual([]);
    expect(found('My name is Anna.', 'Anna-Lena')).toEqual([]);
    expect(found('My name is Anna.', 'Anna')).toEqual([]);
    expect(found('Lena came.', 'Anna')).toHaveLength(1);
  });

  it('is nothing for names without letters, or of one', () => {
    expect(found('A b (c) .* x', 'Robin', { firstName: '.*', lastName: 'X' })).toEqual([]);
  });
});
