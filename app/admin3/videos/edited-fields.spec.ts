import { editRequest } from './edited-fields.js';

const BASE = { title: 'Title', description: 'About', transcript: 'Words', videoUrl: '' };

describe('editRequest', () => {
  it('has what was changed, and nothing besides', () =>
    expect(editRequest(BASE, { ...BASE, description: '', transcript: 'Words\n' })).toEqual({ description: '' }));

  it('has an address that was given', () =>
    expect(editRequest(BASE, { ...BASE, videoUrl: 'https://vimeo.com/1' })).toEqual({
      videoUrl: 'https://vimeo.com/1',
    }));
});
