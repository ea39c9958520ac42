import { useState } from 'react';
import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import type { WordVersionSummary } from '../../../../api/contract/videos/showcase-words.js';
import { tellFailure } from '../../../admin-gate/failures.js';
import { HttpError } from '../../../shared/http/http-error.js';
import { shortDateTime } from '../../../shared/text/format.js';
import { Button } from '../../../shared/ui/button.js';
import { LoadFailure } from '../../../shared/ui/load-failure.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { Select } from '../../../shared/ui/select.js';
import { StatusLine } from '../../../shared/ui/status-line.js';
import { FIELD_NAMES, HISTORY_MESSAGES as MESSAGES } from '../../common/admin3.messages.js';
import { readVideo, useRestoreWords, useWordVersion, useWordVersions } from '../../common/video-requests.js';
import { Differences, differencesOf } from '../common/difference.js';
import { withWhatFollows } from '../common/what-follows.js';

interface HistoryDialogProps {
  video: ShowcaseVideo;
  onClose: () => void;
  onDone: (written: string) => void;
}

/** All versions of a video's words, each with its difference from another, and the way back to it. */
export function HistoryDialog({ video, onClose, onDone }: HistoryDialogProps) {
  const [textsVersion, setTextsVersion] = useState(video.textsVersion);
  const versions = useWordVersions(video.id);
  const [opened, setOpened] = useState<number | null>(null);
  const newest = versions.data?.[0]?.number ?? 0;
  /** What somebody else has saved meanwhile is listed before it may be replaced. */
  const readAgain = async () => {
    const now = await readVideo(video.id);
    await versions.refetch();
    setTextsVersion(now.textsVersion);
  };
  return (
    <Dialog
      open
      wide
      title={MESSAGES.heading}
      description={`“${video.title}”. ${MESSAGES.hint}`}
      onOpenChange={(open) => !open && onClose()}
    >
      {versions.isPending && <StatusLine>{MESSAGES.loading}</StatusLine>}
      {versions.isError && <LoadFailure text={MESSAGES.failed} onTryAgain={() => void versions.refetch()} />}
      <ol className="grid">
        {versions.data?.map((version) => (
          <li key={version.number} className="grid gap-3 border-t border-line py-3">
            <VersionHead
              version={version}
              isNewest={version.number === newest}
              isOpen={opened === version.number}
              onToggle={() => setOpened(opened === version.number ? null : version.number)}
            />
            {opened === version.number && (
              <VersionBody
                video={video}
                textsVersion={textsVersion}
                number={version.number}
                newest={newest}
                onDone={onDone}
                onOvertaken={readAgain}
              />
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

interface VersionHeadProps {
  version: WordVersionSummary;
  isNewest: boolean;
  isOpen: boolean;
  onToggle: () => void;
}

function VersionHead({ version, isNewest, isOpen, onToggle }: VersionHeadProps) {
  const { number, producer, savedAt, restoredFrom, changed } = version;
  const fields = changed.map((field) => FIELD_NAMES[field]).join(', ');
  const what = restoredFrom === null ? (number === 1 ? MESSAGES.first : null) : MESSAGES.restoredFrom(restoredFrom);
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className="-mx-2 grid min-h-12 content-center rounded-control px-2 py-1 text-left hover:bg-raised"
      onClick={onToggle}
    >
      <span className="font-semibold">
        {MESSAGES.version(number)}
        {isNewest && <span className="font-normal text-good">, {MESSAGES.now}</span>}
      </span>
      <span className="text-sm text-muted tabular-nums">
        {MESSAGES.savedBy(producer ?? MESSAGES.nobody, shortDateTime(savedAt))}
      </span>
      <span className="text-sm">{[what, fields || MESSAGES.nothingIn].filter(Boolean).join(': ')}</span>
    </button>
  );
}

interface VersionBodyProps {
  video: ShowcaseVideo;
  textsVersion: string;
  number: number;
  newest: number;
  onDone: (written: string) => void;
  onOvertaken: () => Promise<void>;
}

const NO_WORDS = { title: '', description: '', transcript: '', cues: null };

function VersionBody({ video, textsVersion, number, newest, onDone, onOvertaken }: VersionBodyProps) {
  const [compared, setCompared] = useState<'before' | 'current'>('before');
  const otherNumber = compared === 'before' ? number - 1 : newest;
  const version = useWordVersion(video.id, number);
  const other = useWordVersion(video.id, otherNumber);
  const [isOvertaken, setOvertaken] = useState(false);
  const { mutateAsync, isPending } = useRestoreWords();
  const isNewest = number === newest;

  const restore = async () => {
    try {
      const restored = await mutateAsync({ videoId: video.id, number, textsVersion });
      onDone(withWhatFollows(MESSAGES.restored(number, restored.title), video, restored));
    } catch (error) {
      const isTheirs = error instanceof HttpError && error.code === 'texts_changed';
      tellFailure(error, MESSAGES.restoreFailed, MESSAGES.restoreFailedHint);
      if (isTheirs) await onOvertaken().catch(() => undefined);
      setOvertaken(isTheirs);
    }
  };
  const before = otherNumber === 0 ? NO_WORDS : other.data;
  const [from, to] = compared === 'before' ? [before, version.data] : [version.data, before];
  const differences = from && to ? differencesOf(from, to) : null;
  return (
    <div className="grid gap-4">
      {!isNewest && (
        <div className="flex flex-wrap items-end justify-between gap-3">
          <div className="w-full sm:w-72">
            <Select
              label={MESSAGES.compare}
              value={compared}
              onChange={({ target }) => setCompared(target.value === 'before' ? 'before' : 'current')}
            >
              <option value="before">{MESSAGES.before}</option>
              <option value="current">{MESSAGES.current}</option>
            </Select>
          </div>
          <Button
            aria-label={MESSAGES.restoreNumber(number)}
            pending={isPending}
            pendingLabel={MESSAGES.restoring}
            onClick={() => void restore()}
          >
            {MESSAGES.restore}
          </Button>
        </div>
      )}
      {isOvertaken && <StatusLine tone="warn">{MESSAGES.overtaken}</StatusLine>}
      {(version.isError || other.isError) && <StatusLine tone="danger">{MESSAGES.failed}</StatusLine>}
      {differences?.length === 0 && <p className="text-muted">{MESSAGES.same}</p>}
      {differences && <Differences differences={differences} />}
    </div>
  );
}
