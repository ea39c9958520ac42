import { Check } from 'lucide-react';
import { ProgressBar } from '../shared/ui/progress-bar.js';
import { UPLOAD_TEXT as TEXT } from './upload.messages.js';
import type { Transfer } from './upload-list.js';

/** How far one file is, in words and as a bar. */
export function ItemTransfer({ name, transfer }: { name: string; transfer: Transfer }) {
  switch (transfer.state) {
    case 'waiting':
      return null;
    case 'sending':
      return (
        <div className="grid gap-2">
          <ProgressBar value={transfer.percent} label={TEXT.progress(name)} />
          <p className="text-sm text-muted tabular-nums">{TEXT.sending(transfer.percent)}</p>
        </div>
      );
    case 'arrived':
      return (
        <p className="flex items-center gap-2 text-sm text-good">
          <Check size={18} aria-hidden />
          {TEXT.arrived}
        </p>
      );
  }
}
