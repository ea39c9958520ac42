import { type RefObject, useEffect, useRef } from 'react';

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
