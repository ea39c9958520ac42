import { ArrowDown, ArrowUp, ListVideo, type LucideIcon, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type AnswerPiece, answerPiecesPath, type AnswerVideo } from '../../../api/contract/interview/answers.js';
import { request } from '../../shared/http/request.js';
import { shortDateTime } from '../../shared/text/format.js';
import { Button } from '../../shared/ui/button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { PIECES_MESSAGES as TEXT } from '../common/interview.messages.js';
import { RecordingVideo, RemoveRecordingDialog, useAnswerChanges, withLength } from './stored-recordings.js';

/** Leads to the recordings that together are an answer, where there are several. */
export function PiecesButton({ answer }: { answer: AnswerVideo }) {
  const [isOpen, setIsOpen] = useState(false);
  const count = answer.pieces.length;
  if (count < 2 && !isOpen) return null;
  return (
    <>
      <Button variant="quiet" className="min-h-11 px-2 text-sm" onClick={() => setIsOpen(true)}>
        <ListVideo size={16} aria-hidden />
        {TEXT.open(count)}
      </Button>
      <PiecesDialog answer={answer} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

interface PiecesDialogProps {
  answer: AnswerVideo;
  open: boolean;
  onClose: () => void;
}

/** The pieces of an answer in their order: each can be watched, moved and removed; the last one stays. */
function PiecesDialog({ answer, open, onClose }: PiecesDialogProps) {
  const { pieces } = answer;
  const [said, setSaid] = useState('');
  const [askedAbout, setAskedAbout] = useState<AnswerPiece | null>(null);
  const { change, busyId } = useAnswerChanges(TEXT.failed);
  const path = answerPiecesPath(answer.id);

  const move = async (from: number, to: number) => {
    const ids = pieces.map(({ id }) => id);
    const [id] = ids.splice(from, 1);
    ids.splice(to, 0, id!);
    const isMoved = await change(id!, () => request<AnswerVideo>('PUT', path, { pieceIds: ids }));
    if (isMoved) setSaid(TEXT.moved(to + 1, pieces.length));
  };
  const removing = async ({ id }: AnswerPiece) => {
    if (!(await change(id, () => request<AnswerVideo>('DELETE', `${path}/${id}`)))) return;
    setAskedAbout(null);
    setSaid(TEXT.removed);
  };
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && onClose()} title={TEXT.title} description={TEXT.hint}>
      <StatusLine>{said}</StatusLine>
      <ol className="grid gap-6">
        {pieces.map((piece, index) => (
          <PieceRow
            key={piece.id}
            piece={piece}
            index={index}
            count={pieces.length}
            isBusy={busyId !== null}
            onMove={(to) => void move(index, to)}
            onRemove={() => setAskedAbout(piece)}
          />
        ))}
      </ol>
      <RemoveRecordingDialog
        texts={TEXT}
        description={TEXT.confirmRemoveHint}
        id={askedAbout?.id ?? null}
        busyId={busyId}
        onKeep={() => setAskedAbout(null)}
        onRemove={() => askedAbout && void removing(askedAbout)}
      />
    </Dialog>
  );
}

interface PieceRowProps {
  piece: AnswerPiece;
  index: number;
  count: number;
  isBusy: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function PieceRow({ piece, index, count, isBusy, onMove, onRemove }: PieceRowProps) {
  const number = index + 1;
  const name = `piece-${piece.id}`;
  return (
    <li aria-labelledby={name} className="grid gap-2">
      <p id={name}>{TEXT.piece(number, withLength(shortDateTime(piece.createdAt), piece.durationSeconds))}</p>
      <RecordingVideo name={name} src={piece.videoUrl} />
      <div className="flex flex-wrap gap-2">
        <MoveButton
          label={TEXT.moveUpNamed(number)}
          icon={ArrowUp}
          isDisabled={index === 0 || isBusy}
          onPress={() => onMove(index - 1)}
        >
          {TEXT.moveUp}
        </MoveButton>
        <MoveButton
          label={TEXT.moveDownNamed(number)}
          icon={ArrowDown}
          isDisabled={number === count || isBusy}
          onPress={() => onMove(index + 1)}
        >
          {TEXT.moveDown}
        </MoveButton>
        {count > 1 && (
          <Button variant="quiet" className="max-sm:px-3!" aria-label={TEXT.removeNamed(number)} onClick={onRemove}>
            <Trash2 size={20} aria-hidden className="max-sm:hidden" />
            {TEXT.remove}
          </Button>
        )}
      </div>
    </li>
  );
}

interface MoveButtonProps {
  label: string;
  icon: LucideIcon;
  isDisabled: boolean;
  onPress: () => void;
  children: string;
}

/** Never taken away: the keyboard stays where it is while a recording wanders. */
function MoveButton({ label, icon: Icon, isDisabled, onPress, children }: MoveButtonProps) {
  return (
    <button
      type="button"
      className="button max-sm:px-3!"
      data-variant="outline"
      aria-label={label}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onPress}
    >
      <Icon size={20} aria-hidden className="max-sm:hidden" />
      {children}
    </button>
  );
}
