import { type FormEvent, useCallback, useReducer, useState } from 'react';
import { clockTime } from '../../../../api/contract/common/clock-time.js';
import { HOST_NAMES } from '../../../../api/contract/media/hosted-video.js';
import { secondsOfForm, SHORT_FORMS } from '../../../../api/contract/transcripts/short-forms.js';
import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import { DraftChoice, DraftNotice } from '../../../shared/drafts/draft-notice.js';
import { useDraftDialog } from '../../../shared/drafts/use-draft-dialog.js';
import { settleDraft, useKeptDraft } from '../../../shared/drafts/use-form-draft.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { CUE_MESSAGES as MESSAGES, DRAFT_MESSAGES, EDIT_MESSAGES } from '../../common/admin3.messages.js';
import { type SavingFailure, useSaveTexts } from '../common/use-save-texts.js';
import { Differences, differencesOf, Overtaken, SavedBy } from '../common/difference.js';
import { draftName } from '../common/draft-names.js';
import { hostOf } from '../common/video-label.js';
import { HostedVideo } from '../watching/hosted-video.js';
import { OwnVideo } from '../watching/own-video.js';
import { cueEditor, editedCues, type EditorCue, openCueEditor } from './cue-editor.js';
import { CueRow } from './cue-row.js';
import { withWhatFollows } from '../common/what-follows.js';
import { useFollowedVideo } from './use-followed-video.js';
import { LeaveChoice } from '../../../shared/drafts/leave-choice.js';
import { Button } from '../../../shared/ui/button.js';
import { StatusLine } from '../../../shared/ui/status-line.js';

const FRAME = 'aspect-9/16 max-h-[30dvh] rounded-card bg-ground sm:max-h-[52dvh]';

/** A line without its number, which is the editor's own. */
type Line = Omit<EditorCue, 'id'>;

interface CueDialogProps {
  video: ShowcaseVideo;
  cues: readonly Line[];
  /** The lines are an automatic transcript, which saving accepts. */
  isDraft?: boolean;
  onClose: () => void;
  onDone: (written: string) => void;
}

/** The timed lines of a video beside it. What was typed stays until it is saved or given up, an ended session or not. */
export function CueDialog({ video, cues, isDraft = false, onClose, onDone }: CueDialogProps) {
  const form = draftName(video, isDraft ? 'draft' : 'captions');
  const saved = plainLines(cues);
  const { offered, settle, closeOver, formProps } = useDraftDialog<Line[]>({ form, saved, onClose });
  const [state, dispatch] = useReducer(cueEditor, cues, () => openCueEditor(offered?.words ?? cues, offered !== null));
  const { video: player, onTimeUpdate, saidId, reach, play } = useFollowedVideo(state.cues);
  const [currentId, setCurrentId] = useState<number | null>(null);
  const onReached = useCallback(
    (cue: EditorCue) => {
      setCurrentId(cue.id);
      reach(cue);
    },
    [reach],
  );
  const { save, isPending, theirs, failure } = useSaveTexts(video);
  // As long as the choice about a stale draft is open, its words are what is kept.
  useKeptDraft(form, plainLines(state.cues), offered?.isStale ? offered.base : saved);
  const host = hostOf(video);
  const discardDraft = () => {
    dispatch({ type: 'opened', cues, isChanged: false });
    settle();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const answer = await save({ cues: editedCues(state) });
    if (!answer) return;
    settleDraft(form, plainLines(state.cues));
    const { accepted } = DRAFT_MESSAGES;
    onDone(withWhatFollows((isDraft ? accepted : MESSAGES.saved)(video.title), theirs ?? video, answer));
  };
  const close = () => closeOver(state.isChanged);
  if (offered?.isStale) {
    return (
      <Dialog open wide title={isDraft ? DRAFT_MESSAGES.heading : MESSAGES.heading} onOpenChange={onClose}>
        <DraftChoice keptAt={offered.keptAt} onMine={settle} onTheirs={discardDraft}>
          <SavedBy videoId={video.id} />
          <Differences differences={lineDifferences(cues, offered.words)} />
        </DraftChoice>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      wide
      title={isDraft ? DRAFT_MESSAGES.heading : MESSAGES.heading}
      description={isDraft ? `${DRAFT_MESSAGES.hint} ${MESSAGES.hint}` : MESSAGES.hint}
      onOpenChange={(open) => !open && !isPending && close()}
    >
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        {offered && <DraftNotice keptAt={offered.keptAt} onDiscard={discardDraft} />}
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-[14rem_minmax(0,1fr)]">
          {host ? (
            <div className="grid content-start gap-2">
              <HostedVideo video={video} className={`mx-auto ${FRAME}`} />
              <p className="text-sm text-muted">{MESSAGES.notPlayed(HOST_NAMES[host])}</p>
            </div>
          ) : (
            <OwnVideo
              ref={player}
              video={video}
              frame={FRAME}
              onTimeUpdate={onTimeUpdate}
              className="sticky top-0 z-10 mx-auto w-fit sm:static"
            />
          )}
          <ol
            aria-label={MESSAGES.lines}
            className="grid content-start gap-1 sm:max-h-[52dvh] sm:overflow-y-auto sm:overscroll-contain"
          >
            {state.cues.map((cue, index) => (
              <CueRow
                key={cue.id}
                cue={cue}
                number={index + 1}
                isSaid={cue.id === saidId}
                isCurrent={cue.id === currentId}
                place={state.place?.id === cue.id ? state.place : null}
                dispatch={dispatch}
                onReached={onReached}
                onPlay={host ? null : play}
              />
            ))}
          </ol>
        </div>
        {theirs && (
          <Overtaken key={theirs.textsVersion} videoId={video.id} text={EDIT_MESSAGES.overtaken}>
            <Differences differences={differencesOf(theirs, { ...theirs, cues: editedCues(state) })} />
            <Button variant="outline" size="compact" className="justify-self-start" onClick={formProps.onDiscard}>
              {EDIT_MESSAGES.takeTheirs}
            </Button>
          </Overtaken>
        )}
        <CueDialogFooter
          isLeaving={formProps.isLeaving}
          failure={failure}
          isSaving={isPending}
          saveLabel={theirs ? EDIT_MESSAGES.replace : isDraft ? DRAFT_MESSAGES.accept : MESSAGES.save}
          canUndo={state.past.length > 0}
          status={MESSAGES.counted(state.cues.length, timesOfForms(state.cues))}
          onUndo={() => dispatch({ type: 'undone' })}
          onCancel={close}
          onStay={formProps.onStay}
          onKeep={formProps.onKeep}
          onDiscard={formProps.onDiscard}
        />
      </form>
    </Dialog>
  );
}

function plainLines(cues: readonly Line[]): Line[] {
  return cues.map(({ start, end, text, form, doubt }) => ({
    start,
    end,
    text,
    ...(form && { form }),
    ...(doubt && { doubt }),
  }));
}

function lineDifferences(before: readonly Line[], after: readonly Line[]) {
  const words = { title: '', description: '', transcript: '' };
  return differencesOf({ ...words, cues: [...before] }, { ...words, cues: [...after] });
}

/** How long each short form is in this video, as far as anything is chosen for one. */
function timesOfForms(cues: readonly EditorCue[]) {
  if (cues.every(({ form }) => form === undefined)) return null;
  return SHORT_FORMS.map((minutes) => ({ minutes, time: clockTime(secondsOfForm(cues, minutes)) }));
}

interface CueDialogFooterProps {
  /** Closing was asked for while something is unsaved. */
  isLeaving: boolean;
  failure: SavingFailure | null;
  isSaving: boolean;
  saveLabel: string;
  canUndo: boolean;
  status: string;
  onUndo: () => void;
  onCancel: () => void;
  onStay: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}

function CueDialogFooter({ isLeaving, failure, isSaving, saveLabel, canUndo, ...on }: CueDialogFooterProps) {
  return (
    <div className="mt-5 flex flex-wrap items-center justify-end gap-3">
      {isLeaving ? (
        <LeaveChoice onStay={on.onStay} onKeep={on.onKeep} onDiscard={on.onDiscard} />
      ) : (
        <>
          <StatusLine isSaid={failure?.isSaid} tone={failure ? 'danger' : 'muted'} className="min-w-40 flex-1 text-sm">
            {failure?.text ?? on.status}
          </StatusLine>
          {canUndo && (
            <Button variant="quiet" onClick={on.onUndo}>
              {MESSAGES.undo}
            </Button>
          )}
          <Button variant="quiet" onClick={on.onCancel}>
            {EDIT_MESSAGES.cancel}
          </Button>
          <Button type="submit" pending={isSaving} pendingLabel={EDIT_MESSAGES.saving}>
            {saveLabel}
          </Button>
        </>
      )}
    </div>
  );
}
