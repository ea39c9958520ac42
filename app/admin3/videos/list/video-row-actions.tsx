import { Captions, FolderInput, History, type LucideIcon, Pencil, Play, Trash2 } from 'lucide-react';
import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import { Button } from '../../../shared/ui/button.js';
import {
  CUE_MESSAGES,
  HISTORY_MESSAGES,
  MOVE_MESSAGES,
  VIDEO_MESSAGES as MESSAGES,
} from '../../common/admin3.messages.js';
import { ApprovalButton, type Written } from '../approval/approval-button.js';

export type VideoRowAction = 'view' | 'edit' | 'captions' | 'draft' | 'history' | 'move' | 'paper' | 'delete';

interface VideoRowActionsProps {
  video: ShowcaseVideo;
  /** Id of the video's title, which tells the buttons of the rows apart. */
  describedBy: string;
  /** Of a shut row, which offers only what is done most. */
  isShut: boolean;
  onAction: (action: VideoRowAction) => void;
  onApprovalChanged: (written: Written) => void;
}

interface RowAction {
  action: VideoRowAction;
  label: string;
  Icon: LucideIcon;
}

const VIEW: RowAction = { action: 'view', label: MESSAGES.view, Icon: Play };
const OTHERS: readonly RowAction[] = [
  { action: 'edit', label: MESSAGES.edit, Icon: Pencil },
  { action: 'captions', label: CUE_MESSAGES.action, Icon: Captions },
  { action: 'history', label: HISTORY_MESSAGES.action, Icon: History },
  { action: 'move', label: MOVE_MESSAGES.action, Icon: FolderInput },
  { action: 'delete', label: MESSAGES.delete, Icon: Trash2 },
];

export function VideoRowActions({ video, describedBy, isShut, onAction, onApprovalChanged }: VideoRowActionsProps) {
  const button = ({ action, label, Icon }: RowAction) => (
    <Button
      key={action}
      variant="quiet"
      size="compact"
      className="px-3"
      aria-describedby={describedBy}
      onClick={() => onAction(action)}
    >
      <Icon size={18} aria-hidden className="max-sm:hidden" />
      {label}
    </Button>
  );
  return (
    <div className="col-span-2 flex flex-wrap content-start items-center gap-1 md:col-span-1 md:col-start-2">
      <ApprovalButton video={video} describedBy={describedBy} onDone={onApprovalChanged} />
      {button(VIEW)}
      {!isShut && OTHERS.filter(({ action }) => action !== 'captions' || video.cues).map(button)}
    </div>
  );
}
