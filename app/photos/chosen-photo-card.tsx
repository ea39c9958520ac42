import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { DESCRIPTION_MAX_LENGTH } from '../../api/contract/common/limits.js';
import { useFileSource } from '../shared/files.js';
import { Button } from '../shared/ui/button.js';
import { ProgressBar } from '../shared/ui/progress-bar.js';
import { TextArea } from '../shared/ui/text-field.js';
import type { ChosenPhoto } from './photo-queue.js';
import { PHOTO_MESSAGES as TEXT } from './photos.messages.js';

interface ChosenPhotoCardProps {
  photo: ChosenPhoto;
  onDescribe: (description: string) => void;
  onAdd: () => void;
  onLeaveOut: () => void;
}

/** A chosen picture with its preview, waiting for a description and to be added. */
export function ChosenPhotoCard({ photo, onDescribe, onAdd, onLeaveOut }: ChosenPhotoCardProps) {
  const { file, description, upload } = photo;
  const isSending = upload.phase === 'sending';
  return (
    <li className="grid gap-4 rounded-card border border-line bg-surface p-4 sm:grid-cols-[9rem_1fr]">
      <Preview file={file} />
      <div className="grid content-start gap-3">
        <TextArea
          label={TEXT.descriptionLabel}
          rows={2}
          maxLength={DESCRIPTION_MAX_LENGTH}
          value={description}
          readOnly={isSending}
          onChange={(event) => onDescribe(event.target.value)}
        />
        {isSending && <ProgressBar value={upload.percent} label={TEXT.progress(file.name)} />}
        {upload.phase === 'failed' && (
          <p className="flex gap-2 text-sm wrap-anywhere text-danger">
            <CircleAlert size={18} aria-hidden className="mt-0.5 flex-none" />
            {upload.reason}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" pending={isSending} pendingLabel={TEXT.adding} onClick={onAdd}>
            {upload.phase === 'failed' ? TEXT.tryAgain : TEXT.add}
          </Button>
          <Button variant="quiet" disabled={isSending} onClick={onLeaveOut}>
            {TEXT.leaveOut}
          </Button>
        </div>
      </div>
    </li>
  );
}

function Preview({ file }: { file: File }) {
  const picture = useFileSource<HTMLImageElement>(file);
  // Some phones make pictures (HEIC) that some browsers cannot draw.
  const [canDraw, setCanDraw] = useState(true);
  const box = 'aspect-[4/3] w-full rounded-control bg-raised sm:aspect-square';
  if (!canDraw) {
    return (
      <p className={`${box} grid place-content-center p-3 text-center text-sm text-muted`}>
        {TEXT.noPreview}
        <span className="break-all">{file.name}</span>
      </p>
    );
  }
  return (
    <img
      ref={picture}
      alt={TEXT.preview(file.name)}
      className={`${box} object-contain`}
      onError={() => setCanDraw(false)}
    />
  );
}
