import { type RefObject, useEffect, useRef } from 'react';

/** Safari reads the file only after the click has been handled. */
const RELEASE_AFTER_MS = 60_000;

/** Saves what is in memory as a file on the reader's own device. */
export function saveFile(content: Blob, filename: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS);
}

/** A ref for the picture or video that shows a file in memory. Its address is released with the file. */
export function useFileSource<T extends HTMLImageElement | HTMLVideoElement>(file: Blob): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (element.current) element.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return element;
}

/** Of cameras, telephones and recorders; not every system knows a type for them. A new one of `media-types.ts` joins. */
const UNTYPED = {
  image: ['.heic', '.heif'],
  video: ['.3g2', '.avi', '.flv', '.m2ts', '.m4v', '.mkv', '.mov', '.mpg', '.mts', '.ogv', '.wmv'],
  audio: ['.3gp', '.aac', '.flac', '.m4a', '.mp3', '.oga', '.ogg', '.opus', '.wav'],
};

type Family = keyof typeof UNTYPED;
type Named = Pick<File, 'name' | 'type'>;

/** What the device's own picker offers. */
export const PICTURE_KINDS = kindsOf('image');
export const VIDEO_KINDS = kindsOf('video');
export const SOUND_KINDS = kindsOf('audio');

function kindsOf(family: Family): string {
  return [`${family}/*`, ...UNTYPED[family]].join(',');
}

/** As far as a browser tells without reading it. */
function isOf(family: Family, { name, type }: Named): boolean {
  if (type !== '') return type.startsWith(`${family}/`);
  return UNTYPED[family].some((ending) => name.toLowerCase().endsWith(ending));
}

export function isPicture(file: Named): boolean {
  return isOf('image', file);
}

export function isVideo(file: Named): boolean {
  return isOf('video', file);
}

export function isSound(file: Named): boolean {
  return isOf('audio', file);
}
