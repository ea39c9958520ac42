import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, ListVideo, type LucideIcon, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type AnswerPiece, answerPiecesPath, type AnswerVideo } from '../../api/contract/answers.js';
import { HttpError } from '../shared/http/http-error.js';
import { request } from '../shared/http/request.js';
import { shortDateTime } from '../shared/text/format.js';
import { Button } from '../shared/ui/button.js';
import { ConfirmDialog } from '../shared/ui/confirm-dialog.js';
import { Dialog } from '../shared/ui/dialog.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { toast } from '../shared/ui/toast-store.js';
import { PIECES_MESSAGES as TEXT } from './interview.messages.js';
import { formatDuration } from './recorder/recording.js';
import { ANSWERS_PATH } from './use-interview-data.js';

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
  const { order, remove, busyId } = usePieceChanges(answer);

  const move = async (from: number, to: number) => {
    const ids = pieces.map(({ id }) => id);
    const [id] = ids.splice(from, 1);
    ids.splice(to, 0, id!);
    if (await order(id!, ids)) setSaid(TEXT.moved(to + 1, pieces.length));
  };
  const removing = async ({ id }: AnswerPiece) => {
    if (!(await remove(id))) return;
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
      <ConfirmDialog
        open={askedAbout !== null}
        onOpenChange={(isOpen) => !isOpen && setAskedAbout(null)}
        title={TEXT.confirmRemove}
        description={TEXT.confirmRemoveHint}
        confirmLabel={TEXT.remove}
        cancelLabel={TEXT.keep}
        danger
        pending={askedAbout !== null && busyId === askedAbout.id}
        pendingLabel={TEXT.removing}
        onConfirm={() => askedAbout && void removing(askedAbout)}
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
      <p id={name}>{TEXT.piece(number, describe(piece))}</p>
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- answers get captions only once they are published */}
      <video
        controls
        playsInline
        preload="none"
        src={piece.videoUrl}
        aria-labelledby={name}
        className="h-40 w-full rounded-control bg-stage object-contain"
      />
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

function describe({ createdAt, durationSeconds }: AnswerPiece): string {
  const moment = shortDateTime(createdAt);
  return durationSeconds === null ? moment : `${moment}, ${formatDuration(durationSeconds)}`;
}

/** Each tells whether it was done; what went wrong is said in a toast. */
function usePieceChanges({ id: answerId }: AnswerVideo) {
  const queryClient = useQueryClient();
  const [busyId, setBusyId] = useState<string | null>(null);
  const path = answerPiecesPath(answerId);

  const change = async (pieceId: string, send: () => Promise<AnswerVideo>) => {
    setBusyId(pieceId);
    try {
      const changed = await send();
      queryClient.setQueryData<AnswerVideo[]>([ANSWERS_PATH], (answers = []) =>
        answers.map((answer) => (answer.id === changed.id ? changed : answer)),
      );
      return true;
    } catch (error) {
      const description = (error instanceof HttpError && error.serverMessage) || TEXT.failed.description;
      toast({ ...TEXT.failed, description, variant: 'destructive' });
      return false;
    } finally {
      void queryClient.invalidateQueries({ queryKey: [ANSWERS_PATH] });
      setBusyId(null);
    }
  };
  return {
    busyId,
    order: (pieceId: string, pieceIds: string[]) =>
      change(pieceId, () => request<AnswerVideo>('PUT', path, { pieceIds })),
    remove: (pieceId: string) => change(pieceId, () => request<AnswerVideo>('DELETE', `${path}/${pieceId}`)),
  };
}
