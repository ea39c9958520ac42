import { CHUNKED_UPLOAD_OVER_BYTES, PUBLIC_UPLOAD_MAX_FILES, VIDEO_MAX_BYTES } from '../../api/contract/limits.js';
import type { UploadItem } from './upload-list.js';

/** Files that go up together: small ones in one form, a large one in chunks by itself. */
export type Shipment = { by: 'form'; items: UploadItem[] } | { by: 'chunks'; item: UploadItem };

/** A form holds at most as many bytes as one video. */
const FORM_MAX_BYTES = VIDEO_MAX_BYTES;

/** How the files are sent, one shipment after the other: the small files first, as one form if they fit. */
export function planShipments(items: readonly UploadItem[]): Shipment[] {
  const forms = inForms(items.filter((item) => !isLarge(item)));
  return [
    ...forms.map((form): Shipment => ({ by: 'form', items: form })),
    ...items.filter(isLarge).map((item): Shipment => ({ by: 'chunks', item })),
  ];
}

export function itemsOf(shipment: Shipment): UploadItem[] {
  return shipment.by === 'form' ? shipment.items : [shipment.item];
}

/**
 * How much of each file of a shipment has been sent when `percent` of the whole has: the files go one after the other.
 * Answers percents by the ids of the items.
 */
export function spreadProgress(items: readonly UploadItem[], percent: number): Map<number, number> {
  let bytes = (items.reduce((sum, { file }) => sum + file.size, 0) * percent) / 100;
  return new Map(
    items.map(({ id, file: { size } }) => {
      const share = size === 0 ? 1 : Math.min(1, Math.max(0, bytes / size));
      bytes -= size;
      return [id, Math.floor(share * 100)];
    }),
  );
}

function isLarge({ file }: UploadItem): boolean {
  return file.size > CHUNKED_UPLOAD_OVER_BYTES;
}

function inForms(items: readonly UploadItem[]): UploadItem[][] {
  const forms: UploadItem[][] = [];
  let roomBytes = 0;
  for (const item of items) {
    let form = forms.at(-1);
    if (!form || form.length === PUBLIC_UPLOAD_MAX_FILES || item.file.size > roomBytes) {
      form = [];
      forms.push(form);
      roomBytes = FORM_MAX_BYTES;
    }
    form.push(item);
    roomBytes -= item.file.size;
  }
  return forms;
}
