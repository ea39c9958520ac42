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

/** Of telephones' cameras; not every system knows a type for them. */
const UNTYPED_PICTURES = ['.heic', '.heif'];

/** What the device's own picker offers for photos. */
export const PICTURE_KINDS = ['image/*', ...UNTYPED_PICTURES].join(',');

/** As far as a browser tells without reading it. */
export function isPicture({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  if (type !== '') return type.startsWith('image/');
  return UNTYPED_PICTURES.some((ending) => name.toLowerCase().endsWith(ending));
}
