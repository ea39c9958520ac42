import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { CueDialog } from './cue-dialog.js';
import { DeleteDialog } from './delete-dialog.js';
import { HistoryDialog } from './history-dialog.js';
import { MoveDialog } from './move-dialog.js';
import { EditDialog } from './edit-dialog.js';
import type { VideoRowAction } from './video-row-actions.js';
import { ViewDialog } from './view-dialog.js';

/** The video whose dialog is open, and where its row stood. */
export interface OpenedVideo {
  action: VideoRowAction;
  video: ShowcaseVideo;
  index: number;
}

interface VideoDialogsProps {
  opened: OpenedVideo;
  onClose: () => void;
  onEdited: (written: string) => void;
  onMoved: (written: string) => void;
  onDeleted: (written: string) => void;
}

export function VideoDialogs({ opened: { action, video }, onClose, onEdited, onMoved, onDeleted }: VideoDialogsProps) {
  switch (action) {
    case 'view':
      return <ViewDialog video={video} onClose={onClose} />;
    case 'edit':
      return <EditDialog video={video} onClose={onClose} onDone={onEdited} />;
    case 'captions':
      return <CueDialog video={video} cues={video.cues ?? []} onClose={onClose} onDone={onEdited} />;
    case 'draft': {
      const cues = video.draft?.state === 'ready' ? video.draft.cues : [];
      return <CueDialog isDraft video={video} cues={cues} onClose={onClose} onDone={onEdited} />;
    }
    case 'history':
      return <HistoryDialog video={video} onClose={onClose} onDone={onEdited} />;
    case 'move':
      return <MoveDialog video={video} onClose={onClose} onDone={onMoved} />;
    case 'delete':
      return <DeleteDialog video={video} onClose={onClose} onDone={onDeleted} />;
  }
}
