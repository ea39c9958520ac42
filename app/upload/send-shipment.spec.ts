import { formOf } from './shipments.js';
import type { UploadItem } from './upload-list.js';

const item = (id: number, name: string, description: string): UploadItem => ({
  id,
  file: new File(['x'], name, { type: 'image/jpeg' }),
  description,
  transfer: { state: 'waiting' },
});

describe('the form of /upload', () => {
  it('numbers the files from 0, whatever their ids, each with its description', () => {
    const form = formOf([item(7, 'a.jpg', 'My garden'), item(9, 'b.jpg', '')], 'anna@example.org');
    const parts = [...form].map(([name, value]) => [name, value instanceof File ? value.name : value]);
    expect(parts).toEqual([
      ['submitterEmail', 'anna@example.org'],
      ['fileCount', '2'],
      ['description0', 'My garden'],
      ['description1', ''],
      ['file0', 'a.jpg'],
      ['file1', 'b.jpg'],
    ]);
  });
});
