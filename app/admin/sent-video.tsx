import type { ComponentProps } from 'react';

type SentVideoProps = Pick<ComponentProps<'video'>, 'src' | 'preload' | 'aria-label' | 'aria-labelledby'> & {
  poster: string | null;
};

/** A video as a person recorded or sent it. */
export function SentVideo({ poster, ...video }: SentVideoProps) {
  return (
    // eslint-disable-next-line jsx-a11y/media-has-caption -- nobody has transcribed it yet
    <video
      {...video}
      controls
      playsInline
      poster={poster ?? undefined}
      className="aspect-4/3 w-full rounded-control bg-ground object-contain"
    />
  );
}
