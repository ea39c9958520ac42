import { useId, useState } from 'react';
import { SENTENCE_MAX_LENGTH } from '../../../../api/contract/common/limits.js';
import { sentencesOf } from '../../../../api/contract/transcripts/sentences.js';
import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import { tellFailure } from '../../../admin-gate/failures.js';
import { Button } from '../../../shared/ui/button.js';
import { StatusLine } from '../../../shared/ui/status-line.js';
import { SENTENCE_MESSAGES as MESSAGES } from '../../common/admin3.messages.js';
import { type ChangedVideo, useChooseSentence } from '../../common/video-requests.js';
import { isTakenBack, withWhatFollows } from '../common/what-follows.js';

/** Which sentence of the transcript stands for the video; nothing to choose where it has none. */
export function SentenceChoice({ video }: { video: ShowcaseVideo }) {
  const id = useId();
  const [kept, setKept] = useState(video.sentence);
  const [chosen, setChosen] = useState(video.sentence);
  const [told, setTold] = useState('');
  const { mutateAsync, isPending } = useChooseSentence();
  const sentences = new Set(sentencesOf(video.transcript).filter(({ length }) => length <= SENTENCE_MAX_LENGTH));
  if (kept !== null) sentences.add(kept);
  if (sentences.size === 0) return null;

  const save = async () => {
    try {
      const answer = await mutateAsync({ videoId: video.id, sentence: chosen });
      setKept(answer.sentence);
      setTold(toldOf(video, answer));
    } catch (error) {
      tellFailure(error, MESSAGES.failed, MESSAGES.failedHint);
    }
  };
  const choose = (sentence: string) => {
    setChosen(sentence === '' ? null : sentence);
    setTold('');
  };
  return (
    <div className="grid gap-2 border-t border-line pt-5">
      <label className="font-semibold" htmlFor={id}>
        {MESSAGES.label}
      </label>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {MESSAGES.hint}
      </p>
      <select
        id={id}
        aria-describedby={`${id}-hint`}
        className="input"
        value={chosen ?? ''}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{MESSAGES.found}</option>
        {[...sentences].map((sentence) => (
          <option key={sentence} value={sentence}>
            {sentence}
          </option>
        ))}
      </select>
      <div className="flex flex-wrap items-center gap-4">
        <Button
          variant="outline"
          disabled={chosen === kept && !isPending}
          pending={isPending}
          pendingLabel={MESSAGES.saving}
          onClick={() => void save()}
        >
          {MESSAGES.save}
        </Button>
        <StatusLine tone="good">{told}</StatusLine>
      </div>
    </div>
  );
}

function toldOf(before: ShowcaseVideo, saved: ChangedVideo): string {
  if (saved.isShown && !saved.isBehind) return MESSAGES.saved;
  if (saved.isApproved || isTakenBack(before, saved)) return withWhatFollows(MESSAGES.savedOnly, before, saved);
  return MESSAGES.savedWaiting;
}
