import { type FormEvent, useState } from 'react';
import { STORY_OVERVIEW_QUESTION_ID } from '../../../../api/contract/interview/questions.js';
import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import { tellFailure } from '../../../admin-gate/failures.js';
import { withBehind } from '../../../admin-gate/gate.messages.js';
import { HttpError } from '../../../shared/http/http-error.js';
import { fullName } from '../../../shared/text/format.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { StatusLine } from '../../../shared/ui/status-line.js';
import { MOVE_MESSAGES as MESSAGES } from '../../common/admin3.messages.js';
import { readVideo, useEditVideo } from '../../common/video-requests.js';
import { LoadFailure } from '../../../shared/ui/load-failure.js';
import { OptionSelect } from '../../common/upload-fields.js';
import { UPLOAD_MESSAGES } from '../../common/upload.messages.js';
import { useUploadOptions } from '../../common/upload-options.js';
import { withWhatFollows } from '../common/what-follows.js';
import { questionTitle, whatShowsInstead } from '../common/video-label.js';

/** Somebody else was faster. */
const OVERTAKEN = new Set(['video_moved', 'texts_changed']);

interface MoveDialogProps {
  video: ShowcaseVideo;
  onClose: () => void;
  onDone: (written: string) => void;
}

/** Gives a video to another person or question, and says before what that does to its page. */
export function MoveDialog({ video: opened, onClose, onDone }: MoveDialogProps) {
  const { options, hasFailed, retry } = useUploadOptions();
  const [video, setVideo] = useState(opened);
  const [isOvertaken, setOvertaken] = useState(false);
  const [chosen, setChosen] = useState<{ userId?: string; questionId?: number }>({});
  const ownQuestion = video.questionId ?? STORY_OVERVIEW_QUESTION_ID;
  const { userId = video.userId, questionId = ownQuestion } = chosen;
  const { mutateAsync, isPending } = useEditVideo();
  const isOtherPerson = userId !== video.userId;
  const isOtherQuestion = questionId !== ownQuestion;
  const isMove = isOtherPerson || isOtherQuestion;
  const instead = isMove && whatShowsInstead(video);

  const move = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending || !isMove) return;
    const changes = {
      ...(isOtherPerson && { userId }),
      ...(isOtherQuestion && { questionId }),
      fromUserId: video.userId,
      fromQuestionId: ownQuestion,
      textsVersion: video.textsVersion,
    };
    try {
      const moved = await mutateAsync({ videoId: video.id, changes });
      const written = MESSAGES.moved(moved.title, fullName(moved.user), questionTitle(moved));
      onDone(isOtherPerson ? withBehind(written, moved.isBehind) : withWhatFollows(written, video, moved));
    } catch (error) {
      tellFailure(error, MESSAGES.failed, MESSAGES.failedHint);
      if (error instanceof HttpError && OVERTAKEN.has(error.code ?? '')) await showAnew();
    }
  };
  /** Where somebody else has moved it to, before it may be moved from there. */
  const showAnew = async () => {
    try {
      setVideo(await readVideo(video.id));
      setOvertaken(true);
    } catch (error) {
      tellFailure(error, MESSAGES.failed, MESSAGES.failedHint);
    }
  };
  return (
    <Dialog
      open
      title={MESSAGES.heading}
      description={MESSAGES.hint(video.title, fullName(video.user), questionTitle(video))}
      onOpenChange={(open) => !open && !isPending && onClose()}
    >
      {hasFailed && <LoadFailure text={UPLOAD_MESSAGES.optionsFailed} onTryAgain={() => void retry()} />}
      <form className="grid gap-5" onSubmit={(event) => void move(event)}>
        {isOvertaken && <StatusLine tone="warn">{MESSAGES.overtaken}</StatusLine>}
        <OptionSelect
          label={MESSAGES.user}
          options={options.users}
          value={userId}
          onChange={({ target }) => setChosen({ ...chosen, userId: target.value })}
        />
        <OptionSelect
          label={MESSAGES.question}
          options={options.questions}
          value={questionId}
          onChange={({ target }) => setChosen({ ...chosen, questionId: Number(target.value) })}
        />
        <StatusLine tone={isOtherPerson ? 'warn' : 'muted'}>
          {video.isApproved && isOtherPerson && MESSAGES.unapproves(fullName(video.user))}
          {video.isApproved && isMove && !isOtherPerson && whatFollows(video)}
          {instead && ` ${instead}`}
        </StatusLine>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            {MESSAGES.cancel}
          </Button>
          <Button type="submit" disabled={!isMove} pending={isPending} pendingLabel={MESSAGES.moving}>
            {MESSAGES.move}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Of an approved video that gets another question. */
function whatFollows({ release: { standing } }: ShowcaseVideo): string {
  return standing === 'none' ? MESSAGES.staysPublic : MESSAGES.wasReleased;
}
