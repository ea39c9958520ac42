import { HttpError } from '../shared/http/http-error.js';
import { exportStatus } from './use-story-export.js';

const idle = { isPending: false, data: undefined, error: null };
const filename = 'story-data-export-2026-03-04.md';

describe('exportStatus', () => {
  it('is silent before the first export', () => expect(exportStatus(idle).text).toBe(''));

  it('says that the file is being made', () =>
    expect(exportStatus({ ...idle, isPending: true })).toEqual({ tone: 'muted', text: 'Generating…' }));

  it('names the file and tells how much is in it', () => {
    expect(exportStatus({ ...idle, data: { filename, people: 1 } })).toEqual({
      tone: 'good',
      text: `${filename} is downloaded, with the stories of 1 person.`,
    });
    expect(exportStatus({ ...idle, data: { filename, people: 0 } }).text).toContain('without a story so far');
  });

  it('says that it failed', () =>
    expect(exportStatus({ ...idle, error: new HttpError(500, '', '') })).toEqual({
      tone: 'danger',
      text: 'Export Failed: Failed to generate markdown file. Please try again.',
    }));

  it('leaves an ended session to the gate', () =>
    expect(exportStatus({ ...idle, error: new HttpError(401, '', '') }).text).toBe(''));
});
