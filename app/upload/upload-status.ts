import { ADVISED_MEDIA_COUNT } from '../../api/contract/limits.js';
import { fileSize } from '../shared/text/format.js';
import { UPLOAD_STATUS as TEXT } from './upload.messages.js';
import { unsentItems, type UploadList } from './upload-list.js';

/** The written status of /upload: what is still to do, what is going on, or what has happened. */
export function uploadStatus(list: UploadList, email: string): string {
  const { items, phase } = list;
  const arrived = items.length - unsentItems(list).length;
  if (phase.kind === 'sending')
    return [TEXT.keepOpen, arrived > 0 && TEXT.arrived(arrived, items.length)].filter(Boolean).join(' ');
  if (items.length === 0) return TEXT.nothingChosen;
  if (phase.kind === 'failed') return [sentence(phase.reason), ...whatIsWhere(arrived, items.length)].join(' ');
  if (arrived > 0) return whatIsWhere(arrived, items.length).join(' ');
  const bytes = items.reduce((sum, { file }) => sum + file.size, 0);
  const parts = [TEXT.chosen(items.length, fileSize(bytes))];
  if (email.trim() === '') parts.push(TEXT.emailMissing);
  else if (items.length < ADVISED_MEDIA_COUNT) parts.push(TEXT.advised(ADVISED_MEDIA_COUNT));
  return parts.join(' ');
}

/** SPEC's own reasons end without a full stop, the server's with one. */
function sentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

function whatIsWhere(arrived: number, all: number): string[] {
  return arrived === 0 ? [TEXT.noneArrived, TEXT.allKeptHere] : [TEXT.arrived(arrived, all), TEXT.keptHere];
}
