import { Film, Image } from 'lucide-react';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { PHOTO_MESSAGES as MESSAGES } from './admin.messages.js';

interface PhotoPlaceholderProps {
  isVideo: boolean;
  isLoading: boolean;
  /** Why it could not be loaded, or null. */
  failure: string | null;
  describedBy: string;
  onLoad: () => void;
}

export function PhotoPlaceholder({ isVideo, isLoading, failure, describedBy, onLoad }: PhotoPlaceholderProps) {
  const Icon = isVideo ? Film : Image;
  return (
    <div className="grid min-h-48 place-content-center justify-items-center gap-3 rounded-control bg-ground p-3 text-center">
      <Icon size={28} aria-hidden className="text-muted" />
      <Button
        variant="outline"
        size="compact"
        className="pointer-coarse:min-h-12"
        aria-describedby={describedBy}
        pending={isLoading}
        pendingLabel={MESSAGES.loadingImage}
        onClick={onLoad}
      >
        {isVideo ? MESSAGES.loadVideo : MESSAGES.load}
      </Button>
      <StatusLine tone="danger" className="text-sm">
        {failure}
      </StatusLine>
    </div>
  );
}
