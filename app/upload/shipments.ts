import { CHUNKED_UPLOAD_OVER_BYTES, PUBLIC_UPLOAD_MAX_FILES } from '../../api/contract/common/limits.js';
import { PRIVACY } from '../../api/contract/consent/privacy.js';
import {
  PUBLIC_UPLOAD_API,
  publicUploadForm,
  type PublicUploadResponse,
} from '../../api/contract/people/public-uploads.js';
import { uploadPaths } from '../../api/contract/media/uploads.js';
import { UploadError } from '../shared/http/upload-error.js';
import { uploadForm } from '../shared/http/send-body.js';
import { uploadFile } from '../shared/http/upload-file.js';
import type { UploadItem } from './upload-list.js';

/** Files that go up together: small ones in one form, a large one in chunks by itself. */
export type Shipment = { by: 'form'; items: UploadItem[] } | { by: 'chunks'; item: UploadItem };

/** On a slow line a larger form would be cut off before it is through, and all of it would be sent again. */
const FORM_MAX_BYTES = CHUNKED_UPLOAD_OVER_BYTES;

/** How the files are sent, one shipment after the other: the small files first, in forms that each arrive by themselves. */
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
 * @returns percents by the ids of the items
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

const PUBLIC_UPLOADS = uploadPaths(PUBLIC_UPLOAD_API);

interface SendOptions {
  email: string;
  /** Percent of the shipment. */
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

/**
 * Sends the files of a shipment. When it returns they are kept, but for those that the server refuses for good: returns the
 * reasons by the ids of the items. When it throws they can all be sent again, in whatever shipments: what has arrived all the
 * same is not kept twice, unless its description or the e-mail is another one since. A file in chunks goes on where an earlier try was cut off. Throws UploadError, or the signal's
 * AbortError.
 */
export async function sendShipment(shipment: Shipment, options: SendOptions): Promise<Map<number, string>> {
  const items = itemsOf(shipment);
  try {
    if (shipment.by === 'chunks') await sendInChunks(shipment.item, options);
    else {
      const form = formOf(items, options.email);
      const { refused = [] } = await uploadForm<PublicUploadResponse>(PUBLIC_UPLOAD_API, form, options);
      return new Map(refused.map(({ number, message }) => [items[number]!.id, message]));
    }
    return new Map();
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === null) throw error;
    return new Map(items.map(({ id }) => [id, reason]));
  }
}

/** What the server says of files that it will never take; null when they may still arrive. */
function refusalOf(error: unknown): string | null {
  return error instanceof UploadError && REFUSED_FOR_GOOD.has(error.status ?? 0) ? error.serverMessage : null;
}

const REFUSED_FOR_GOOD = new Set([413, 415]);

/** One form, in which a file has the same id at every try. */
export function formOf(items: readonly UploadItem[], submitterEmail: string): FormData {
  const files = items.map(({ file, description }) => ({ file, description, id: idOf(file) }));
  return publicUploadForm({ submitterEmail, consent: PRIVACY.version }, files);
}

/** By these the server knows what it has already, where its response was lost. */
const fileIds = new WeakMap<File, string>();

/** A file of an earlier page has the id of then. */
export function noteFileId(file: File, id: string): void {
  fileIds.set(file, id);
}

export function idOf(file: File): string {
  const id = fileIds.get(file) ?? crypto.randomUUID();
  fileIds.set(file, id);
  return id;
}

/** Sessions that are not finished. The server keeps e-mail and description with a session, so others need another one. */
const openSessions = new WeakMap<File, { texts: string; uploadId: string }>();

async function sendInChunks({ file, description }: UploadItem, { email, onProgress, signal }: SendOptions) {
  const fields = { submitterEmail: email, description, consent: PRIVACY.version };
  const texts = JSON.stringify(fields);
  const earlier = openSessions.get(file);
  await uploadFile<PublicUploadResponse>(PUBLIC_UPLOADS, file, {
    filename: file.name,
    mimeType: file.type,
    fields,
    uploadId: earlier?.texts === texts ? earlier.uploadId : undefined,
    onSession: (uploadId) => openSessions.set(file, { texts, uploadId }),
    onProgress,
    signal,
  });
}
