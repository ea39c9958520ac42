import { type FormEvent, useEffect, useId, useState } from 'react';
import { PAPER_SCAN_MAX_BYTES } from '../../../../api/contract/common/limits.js';
import { RELEASE_USES, type ReleaseUse } from '../../../../api/contract/videos/releases.js';
import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import { withBehind } from '../../../admin-gate/gate.messages.js';
import { HttpError, isPublishedLater, saidBy } from '../../../shared/http/http-error.js';
import { endOfDay, startOfDay } from '../../../shared/text/days.js';
import { DraftNotice } from '../../../shared/drafts/draft-notice.js';
import { forgetOfProducer } from '../../../shared/drafts/form-drafts.js';
import { LeaveChoice } from '../../../shared/drafts/leave-choice.js';
import { readProducerName } from '../../../shared/drafts/producer-name.js';
import { useDraftDialog } from '../../../shared/drafts/use-draft-dialog.js';
import { useKeptDraft } from '../../../shared/drafts/use-form-draft.js';
import { Button } from '../../../shared/ui/button.js';
import { Checkbox } from '../../../shared/ui/checkbox.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { StatusLine } from '../../../shared/ui/status-line.js';
import { TextField } from '../../../shared/ui/text-field.js';
import { useHalfDays } from '../../../shared/ui/use-half-days.js';
import { toast } from '../../../shared/ui/toast-store.js';
import { PAPER_MESSAGES as MESSAGES } from '../../common/admin3.messages.js';
import { FILE_BUTTON } from '../../common/upload-fields.js';
import { readVideo, useRecordPaper } from '../../common/video-requests.js';
import { cutDifferencesOf, Differences } from '../common/difference.js';
import { draftName } from '../common/draft-names.js';

interface PaperDialogProps {
  video: ShowcaseVideo;
  onClose: () => void;
}

/** What is filled in, but for the scan, which no browser keeps. */
interface Paper {
  signedOn: string;
  uses: ReleaseUse[];
  linkOnly: boolean;
  firstDay: string;
  lastDay: string;
}

const EMPTY: Paper = { signedOn: '', uses: [], linkOnly: false, firstDay: '', lastDay: '' };

/**
 * Records what a person has signed on paper to a video as it was when this was opened, with its scan; to it as it is now
 * only once it was shown what has changed.
 */
export function PaperDialog({ video: opened, onClose }: PaperDialogProps) {
  const [video, setVideo] = useState(opened);
  const [differences, setDifferences] = useState<ReturnType<typeof cutDifferencesOf>>([]);
  const [scan, setScan] = useState<File | null>(null);
  const form = draftName(opened, 'paper');
  const { offered, settle, closeOver, onOpenChange, formProps } = useDraftDialog({ form, saved: EMPTY, onClose });
  const [paper, setPaper] = useState(offered?.words ?? EMPTY);
  useKeptDraft(form, paper, EMPTY);
  const { signedOn, uses, linkOnly, firstDay, lastDay } = paper;
  const set = (changed: Partial<Paper>) => setPaper({ ...paper, ...changed });
  const [faults, setFaults] = useState<Faults>({});
  const [fault, setFault] = useState<string | null>(() => (readProducerName() === '' ? MESSAGES.unnamed : null));
  const usesFaultId = useId();
  const halfDays = useHalfDays();
  const record = useRecordPaper();
  const { onBusy, onChanged } = formProps;
  const isFilled = scan !== null || JSON.stringify(paper) !== JSON.stringify(EMPTY);
  useEffect(() => onChanged(isFilled), [isFilled, onChanged]);
  useEffect(() => onBusy(record.isPending), [record.isPending, onBusy]);
  const finish = (isBehind: boolean) => {
    forgetOfProducer(form);
    toast({ title: withBehind(MESSAGES.done, isBehind) });
    onClose();
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    const half = halfDays.findIn(currentTarget);
    const missing = faultsOf(scan, paper);
    setFaults(missing);
    setFault(null);
    const [first] = FIELDS.filter((field) => missing[field] !== undefined);
    if (first !== undefined) return currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    if (scan === null) return;
    if (half) return half.focus();
    try {
      await record.mutateAsync({
        videoId: video.id,
        scan,
        paper: {
          cutHash: video.release.cutHash,
          signedOn,
          uses,
          linkOnly,
          publicFrom: firstDay === '' ? null : startOfDay(firstDay),
          publicUntil: lastDay === '' ? null : endOfDay(lastDay),
        },
      });
      finish(false);
    } catch (error) {
      if (isPublishedLater(error)) return finish(true);
      setFault(saidBy(error, MESSAGES.failed));
      if (error instanceof HttpError && error.code === 'cut_changed') await showChanges();
    }
  };
  const showChanges = async () => {
    try {
      const now = await readVideo(video.id);
      setDifferences(cutDifferencesOf(opened, now));
      setVideo(now);
    } catch {
      // It is refused once more, and said again.
    }
  };
  const isChanged = video !== opened;
  const setDay = (changed: Partial<Paper>) => {
    set(changed);
    halfDays.forget();
  };
  return (
    <Dialog open title={MESSAGES.title} description={MESSAGES.description(video.title)} onOpenChange={onOpenChange}>
      <form noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
        {offered && (
          <DraftNotice
            keptAt={offered.keptAt}
            onDiscard={() => {
              setPaper(EMPTY);
              settle();
            }}
          >
            {MESSAGES.scanNotKept}
          </DraftNotice>
        )}
        <TextField
          type="file"
          name="scan"
          label={MESSAGES.scanLabel}
          hint={MESSAGES.scanHint}
          error={faults.scan}
          className={`${FILE_BUTTON} text-muted`}
          accept="application/pdf,image/*"
          onChange={({ target }) => setScan(target.files?.[0] ?? null)}
        />
        <TextField
          type="date"
          name="signedOn"
          label={MESSAGES.signedOn}
          error={faults.signedOn}
          value={signedOn}
          onChange={({ target }) => set({ signedOn: target.value })}
        />
        <fieldset aria-describedby={faults.uses && usesFaultId}>
          <legend className="text-sm font-semibold">{MESSAGES.uses}</legend>
          {RELEASE_USES.map((use) => (
            <Checkbox
              key={use}
              name="uses"
              label={MESSAGES.use[use]}
              checked={uses.includes(use)}
              onChange={({ target }) =>
                set({ uses: RELEASE_USES.filter((one) => (one === use ? target.checked : uses.includes(one))) })
              }
            />
          ))}
          {faults.uses && (
            <p id={usesFaultId} className="text-sm text-danger">
              {faults.uses}
            </p>
          )}
        </fieldset>
        <Checkbox
          label={MESSAGES.linkOnly}
          checked={linkOnly}
          onChange={({ target }) => set({ linkOnly: target.checked })}
        />
        {video.isUnlisted && !linkOnly && <p className="text-sm text-muted">{MESSAGES.staysUnlisted}</p>}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] items-start gap-4">
          <TextField
            type="date"
            {...halfDays.fieldOf('first-day')}
            label={MESSAGES.notBefore}
            value={firstDay}
            onChange={({ target }) => setDay({ firstDay: target.value })}
          />
          <TextField
            type="date"
            {...halfDays.fieldOf('last-day')}
            label={MESSAGES.notAfter}
            value={lastDay}
            onChange={({ target }) => setDay({ lastDay: target.value })}
          />
        </div>
        <StatusLine tone="danger">{fault}</StatusLine>
        {isChanged && differences.length === 0 && <p className="text-sm text-muted">{MESSAGES.unseen}</p>}
        {differences.length > 0 && <Differences differences={differences} />}
        <div className="flex flex-wrap items-center justify-end gap-3">
          {formProps.isLeaving ? (
            <LeaveChoice onStay={formProps.onStay} onKeep={formProps.onKeep} onDiscard={formProps.onDiscard} />
          ) : (
            <>
              <Button variant="quiet" disabled={record.isPending} onClick={() => closeOver(isFilled)}>
                {MESSAGES.cancel}
              </Button>
              <Button type="submit" pending={record.isPending} pendingLabel={MESSAGES.saving}>
                {isChanged ? MESSAGES.saveChanged : MESSAGES.save}
              </Button>
            </>
          )}
        </div>
      </form>
    </Dialog>
  );
}

const FIELDS = ['scan', 'signedOn', 'uses'] as const;
type Faults = { [field in (typeof FIELDS)[number]]?: string };

/** What is missing before it can be sent, in words. */
function faultsOf(scan: File | null, { signedOn, uses }: Paper): Faults {
  return {
    ...(scan === null && { scan: MESSAGES.scanMissing }),
    ...(scan !== null && scan.size > PAPER_SCAN_MAX_BYTES && { scan: MESSAGES.scanTooLarge }),
    ...(signedOn === '' && { signedOn: MESSAGES.dayMissing }),
    ...(uses.length === 0 && { uses: MESSAGES.usesMissing }),
  };
}
