import { PUBLIC_IMAGE_MAX_BYTES, VIDEO_MAX_BYTES } from '../../api/contract/common/limits.js';
import { ADVISED_MEDIA_COUNT } from '../../api/contract/common/screen-numbers.js';
import { isPicture, isVideo } from '../shared/files.js';
import { fileSize } from '../shared/text/format.js';
import { UPLOAD_STATUS as TEXT } from './upload.messages.js';

/** How far one file is. `percent` is what has left this browser; only the server's answer makes it arrive. */
export type Transfer =
  | { state: 'waiting' }
  | { state: 'sending'; percent: number }
  | { state: 'arrived' }
  /** The server cannot keep it, and says why: sending it again would not help. */
  | { state: 'refused'; reason: string };

export interface UploadItem {
  /** Given by the list, never used twice. */
  id: number;
  file: File;
  description: string;
  transfer: Transfer;
}

/** `isUnsure`: the server may have kept what was sent last, as nothing was heard of it. */
interface Failure {
  reason: string;
  isUnsure: boolean;
}

type Phase = { kind: 'choosing' } | { kind: 'sending' } | ({ kind: 'failed' } & Failure) | { kind: 'done' };

export interface UploadList {
  items: readonly UploadItem[];
  lastId: number;
  phase: Phase;
}

export type UploadEvent =
  | { type: 'added'; files: readonly File[] }
  /** Chosen on an earlier page, with what was typed there. */
  | { type: 'returned'; files: readonly Pick<UploadItem, 'file' | 'description'>[] }
  | { type: 'removed'; id: number }
  | { type: 'described'; id: number; description: string }
  | { type: 'started' | 'stopped' }
  | { type: 'progressed'; percents: ReadonlyMap<number, number> }
  | { type: 'arrived'; ids: readonly number[] }
  | { type: 'refused'; reasons: ReadonlyMap<number, string> }
  /** All was sent that can be. */
  | { type: 'ended' }
  /** What was on its way is to be sent again, and nothing more is sent. */
  | ({ type: 'failed' } & Failure);

export const EMPTY_LIST: UploadList = { items: [], lastId: 0, phase: { kind: 'choosing' } };

export function reduceUploadList(list: UploadList, event: UploadEvent): UploadList {
  switch (event.type) {
    case 'added':
      return add(list, event.files);
    case 'returned':
      return takeBackChosen(list, event.files);
    case 'removed':
      return finishIfAllArrived(choose({ ...list, items: list.items.filter(({ id }) => id !== event.id) }));
    case 'described':
      return update(list, (item) => (item.id === event.id ? { ...item, description: event.description } : item));
    case 'started':
      return { ...list, phase: { kind: 'sending' } };
    case 'stopped':
      return choose(update(list, takeBack));
    case 'progressed':
      return update(list, (item) => sent(item, event.percents.get(item.id)));
    case 'arrived':
      return finishIfAllArrived(
        update(list, (item) => (event.ids.includes(item.id) ? { ...item, transfer: { state: 'arrived' } } : item)),
      );
    case 'refused':
      return update(list, (item) => refuse(item, event.reasons.get(item.id)));
    case 'ended':
      return finishIfAllArrived(choose(list));
    case 'failed': {
      const { reason, isUnsure } = event;
      return { ...update(list, takeBack), phase: { kind: 'failed', reason, isUnsure } };
    }
  }
}

/** What the next try sends. */
export function unsentItems({ items }: UploadList): UploadItem[] {
  return items.filter(({ transfer }) => transfer.state === 'waiting' || transfer.state === 'sending');
}

function arrivedCount({ items }: UploadList): number {
  return items.filter(({ transfer }) => transfer.state === 'arrived').length;
}

/** How much of all files has been sent, by their sizes. */
export function overallPercent({ items }: UploadList): number {
  const all = items.reduce((sum, { file }) => sum + file.size, 0);
  const sentBytes = items.reduce((sum, item) => sum + (item.file.size * percentOf(item)) / 100, 0);
  return all === 0 ? 0 : Math.floor((sentBytes / all) * 100);
}

function percentOf({ transfer }: UploadItem): number {
  if (transfer.state === 'sending') return transfer.percent;
  return transfer.state === 'waiting' ? 0 : 100;
}

function add(list: UploadList, files: readonly File[]): UploadList {
  const items = [...list.items];
  let { lastId } = list;
  for (const file of files) {
    if (items.some((item) => isSameFile(item.file, file))) continue;
    lastId += 1;
    items.push({ id: lastId, file, description: '', transfer: { state: 'waiting' } });
  }
  return choose({ ...list, items, lastId });
}

/** Before what is in the list, with which that is one which was chosen again meanwhile. */
function takeBackChosen(list: UploadList, returned: readonly Pick<UploadItem, 'file' | 'description'>[]): UploadList {
  const isIn = (items: readonly UploadItem[], file: File) => items.find((item) => isSameFile(item.file, file));
  const isChosenAgain = ({ file, transfer }: UploadItem) =>
    transfer.state === 'waiting' && returned.some((one) => isSameFile(one.file, file));
  const rest = list.items.filter((item) => !isChosenAgain(item));
  let { lastId } = list;
  const back = returned
    .filter(({ file }) => !isIn(rest, file))
    .map(({ file, description }): UploadItem => {
      lastId += 1;
      const words = isIn(list.items, file)?.description || description;
      return { id: lastId, file, description: words, transfer: { state: 'waiting' } };
    });
  return { ...list, items: [...back, ...rest], lastId };
}

/** As far as a browser tells without reading it. */
function isSameFile(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}

function update(list: UploadList, change: (item: UploadItem) => UploadItem): UploadList {
  return { ...list, items: list.items.map(change) };
}

function choose(list: UploadList): UploadList {
  return { ...list, phase: { kind: 'choosing' } };
}

function takeBack(item: UploadItem): UploadItem {
  return item.transfer.state === 'sending' ? { ...item, transfer: { state: 'waiting' } } : item;
}

function sent(item: UploadItem, percent: number | undefined): UploadItem {
  if (percent === undefined || item.transfer.state === 'arrived') return item;
  return { ...item, transfer: { state: 'sending', percent } };
}

function refuse(item: UploadItem, reason: string | undefined): UploadItem {
  return reason === undefined ? item : { ...item, transfer: { state: 'refused', reason } };
}

/** Also when the last file that had not arrived was taken out of the list. */
function finishIfAllArrived(list: UploadList): UploadList {
  const isDone = list.items.length > 0 && arrivedCount(list) === list.items.length;
  return isDone ? { ...list, phase: { kind: 'done' } } : list;
}

/** The written status of /upload: what is still to do, what is going on, or what has happened. */
export function uploadStatus(list: UploadList, email: string): string {
  const { items, phase } = list;
  const arrived = arrivedCount(list);
  const refused = items.filter(({ transfer }) => transfer.state === 'refused').map(({ file }) => file.name);
  if (phase.kind === 'sending')
    return [TEXT.keepOpen, arrived > 0 && TEXT.arrived(arrived, items.length)].filter(Boolean).join(' ');
  if (items.length === 0) return TEXT.nothingChosen;
  if (phase.kind === 'failed')
    return [sentence(phase.reason), ...whatIsWhere(arrived, items.length, phase.isUnsure)].join(' ');
  if (refused.length > 0) {
    const isRest = unsentItems(list).length === 0;
    return [arrived > 0 && TEXT.arrived(arrived, items.length), TEXT.refused(refused, isRest)]
      .filter(Boolean)
      .join(' ');
  }
  if (arrived > 0) return whatIsWhere(arrived, items.length).join(' ');
  const bytes = items.reduce((sum, { file }) => sum + file.size, 0);
  const parts = [TEXT.chosen(items.length, fileSize(bytes))];
  if (email.trim() === '') parts.push(TEXT.emailMissing);
  else if (items.length < ADVISED_MEDIA_COUNT) parts.push(TEXT.advised(ADVISED_MEDIA_COUNT));
  return parts.join(' ');
}

/** Something went wrong that only the sender can mend, or try again. */
export function needsHelp({ items, phase }: UploadList): boolean {
  return (
    phase.kind === 'failed' || (phase.kind !== 'sending' && items.some(({ transfer }) => transfer.state === 'refused'))
  );
}

/** The reasons of `UPLOAD_FAILURES` end without a full stop, the server's with one. */
function sentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

function whatIsWhere(arrived: number, all: number, isUnsure = false): string[] {
  if (arrived > 0) return [TEXT.arrived(arrived, all), TEXT.keptHere];
  return [isUnsure ? TEXT.someMayHaveArrived : TEXT.noneArrived, TEXT.allKeptHere];
}

type FileFacts = Pick<File, 'name' | 'type' | 'size'>;

/** Chosen files, by what becomes of them. What a file really holds is for the server to find out. */
export interface SortedFiles<T> {
  accepted: T[];
  /** Neither picture nor video. */
  otherKinds: T[];
  tooLarge: T[];
}

export function sortFiles<T extends FileFacts>(files: readonly T[]): SortedFiles<T> {
  const sorted: SortedFiles<T> = { accepted: [], otherKinds: [], tooLarge: [] };
  for (const file of files) sorted[fate(file)].push(file);
  return sorted;
}

function fate(file: FileFacts): keyof SortedFiles<FileFacts> {
  if (isVideo(file)) return file.size > VIDEO_MAX_BYTES ? 'tooLarge' : 'accepted';
  if (isPicture(file)) return file.size > PUBLIC_IMAGE_MAX_BYTES ? 'tooLarge' : 'accepted';
  return 'otherKinds';
}
