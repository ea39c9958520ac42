import type { LucideIcon } from 'lucide-react';

interface CalmSurfaceProps {
  icon: LucideIcon;
  /** Leaves the controls of a player free. */
  isAboveControls?: boolean;
  children: string;
}

/** Stands where there is no picture to see, or none is wanted. */
export function CalmSurface({ icon: Icon, isAboveControls = false, children }: CalmSurfaceProps) {
  return (
    <div
      className={`pointer-events-none absolute inset-x-0 top-0 grid content-center justify-items-center gap-3 p-4 text-center text-sm text-muted ${isAboveControls ? 'bottom-18' : 'bottom-0'}`}
    >
      <Icon size={32} aria-hidden />
      <p>{children}</p>
    </div>
  );
}
