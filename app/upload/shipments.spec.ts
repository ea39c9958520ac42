import { PRIVACY } from '../../api/contract/consent/privacy.js';
import { formOf, itemsOf, planShipments, spreadProgress } from './shipments.js';
import type { UploadItem } from './upload-list.js';

const MiB = 1024 * 1024;

/** A file of that size, without its bytes. */
const item = (id: number, size: number): UploadItem => ({
  id,
  file: { size } as File,
  description: '',
  transfer: { state: 'waiting' },
});
const plan = (sizes: number[]) =>
  planShipments(sizes.map((size, index) => item(index, size))).map((shipment) => [
    shipment.by,
    itemsOf(shipment).map(({ id }) => id),
  ]);

describe('shipments', () => {
  it('are one form for all small files, and chunks for each file over 29 MB', () =>
    expect(plan([5 * MiB, 29 * MiB + 1, 24 * MiB, 100 * MiB])).toEqual([
      ['form', [0, 2]],
      ['chunks', [1]],
      ['chunks', [3]],
    ]));

  it('are none without files', () => expect(plan([])).toEqual([]));

  it('are further forms where one would be too large for the server', () => {
    expect(plan(Array.from({ length: 51 }, () => 1)).map(([by, ids]) => [by, ids?.length])).toEqual([
      ['form', 50],
      ['form', 1],
    ]);
  });

  it('are further forms rather than one that a slow line could not carry', () => {
    const forms = plan(Array.from({ length: 12 }, () => 5 * MiB));
    expect(forms.map(([by, ids]) => [by, ids?.length])).toEqual([
      ['form', 5],
      ['form', 5],
      ['form', 2],
    ]);
    expect(plan([29 * MiB, 1])).toEqual([
      ['form', [0]],
      ['form', [1]],
    ]);
  });
});

describe('progress of a form', () => {
  const items = [item(1, 100), item(2, 300)];

  it.each([
    [0, [0, 0]],
    [10, [40, 0]],
    [25, [100, 0]],
    [50, [100, 33]],
    [100, [100, 100]],
  ])('of %d %% is the progress of its files, one after the other', (percent, expected) =>
    expect([...spreadProgress(items, percent).values()]).toEqual(expected),
  );

  it('takes an empty file for sent', () => expect(spreadProgress([item(1, 0)], 0).get(1)).toBe(100));
});

const named = (id: number, name: string, description: string): UploadItem => ({
  id,
  file: new File(['x'], name, { type: 'image/jpeg' }),
  description,
  transfer: { state: 'waiting' },
});

const idsOf = (items: UploadItem[]) => {
  const form = formOf(items, 'anna@example.org');
  return items.map((_, number) => form.get(`fileId${number}`));
};

describe('the form of /upload', () => {
  it('numbers the files from 0, whatever their ids, each with its description', () => {
    const form = formOf([named(7, 'a.jpg', 'My garden'), named(9, 'b.jpg', '')], 'anna@example.org');
    for (const name of ['fileId0', 'fileId1']) form.delete(name);
    const parts = [...form].map(([name, value]) => [name, value instanceof File ? value.name : value]);
    expect(parts).toEqual([
      ['submitterEmail', 'anna@example.org'],
      ['consent', PRIVACY.version],
      ['fileCount', '2'],
      ['description0', 'My garden'],
      ['description1', ''],
      ['file0', 'a.jpg'],
      ['file1', 'b.jpg'],
    ]);
  });

  it('has an id of each file, the same at every try, whatever comes with it', () => {
    const [a, b] = [named(7, 'a.jpg', ''), named(9, 'b.jpg', '')];
    const [first, second] = idsOf([a, b]);
    expect(first).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(second).not.toBe(first);
    expect(idsOf([b, { ...a, description: 'My garden' }])).toEqual([second, first]);
  });
});
