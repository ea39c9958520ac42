import { Film, ImageIcon } from 'lucide-react';
import { useState } from 'react';
import { useFileSource } from '../shared/files.js';
import { isVideo } from './accept-files.js';

const BOX = 'aspect-square w-full rounded-control bg-raised sm:row-span-2';

/** A small picture of a chosen photo; an icon for a video, and for a photo that this browser cannot draw. */
export function ItemPreview({ file }: { file: File }) {
  const [canDraw, setCanDraw] = useState(!isVideo(file));
  if (canDraw) return <Thumbnail file={file} onFailure={() => setCanDraw(false)} />;
  const Icon = isVideo(file) ? Film : ImageIcon;
  return (
    <div className={`${BOX} grid place-content-center text-muted`}>
      <Icon size={32} aria-hidden />
    </div>
  );
}

/** Its name stands beside it. */
function Thumbnail({ file, onFailure }: { file: File; onFailure: () => void }) {
  const picture = useFileSource<HTMLImageElement>(file);
  return <img ref={picture} alt="" className={`${BOX} object-cover`} onError={onFailure} />;
}
