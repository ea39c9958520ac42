import { type FormEvent, useState } from 'react';
import { PAPER_SCAN_MAX_BYTES } from '../../../api/contract/limits.js';
import { RELEASE_USES, type ReleaseUse } from '../../../api/contract/releases.js';
import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { withBehind } from '../../admin-gate/gate.messages.js';
import { HttpError, isPublishedLater, saidBy } from '../../shared/http/http-error.js';
import { endOfDay, startOfDay } from '../../shared/text/days.js';
import { Button } from '../../shared/ui/button.js';
import { Checkbox } from '../../shared/ui/checkbox.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { TextField } from '../../shared/ui/text-field.js';
import { useHalfDays } from '../../shared/ui/use-half-days.js';
import { toast } from '../../shared/ui/toast-store.js';
import { PAPER_MESSAGES as MESSAGES } from '../common/admin3.messages.js';
import { readVideo, useRecordPaper } from '../common/video-requests.js';
import { cutDifferencesOf, Differences } from './difference.js';

interface PaperDialogProps {
  video: ShowcaseVideo;
  onClose: () => void;
}

/**
 * Records what a person has signed on paper to a video as it was when this was opened, with its scan; to it as it is now
 * only once it was shown what has changed.
 */
export function PaperDialog({ video: opened, onClose }: PaperDialogProps) {
  const [video, setVideo] = useState(opened);
  const [differences, setDifferences] = useState<ReturnType<typeof cutDifferencesOf>>([]);
  const [scan, setScan] = useState<File | null>(null);
  const [signedOn, setSignedOn] = useState('');
  const [uses, setUses] = useState<ReleaseUse[]>([]);
  const [linkOnly, setLinkOnly] = useState(false);
  const [firstDay, setFirstDay] = useState('');
  const [lastDay, setLastDay] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const halfDays = useHalfDays();
  const record = useRecordPaper();
  const finish = (isBehind: boolean) => {
    toast({ title: withBehind(MESSAGES.done, isBehind) });
    onClose();
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const half = halfDays.findIn(event.currentTarget);
    const missing = faultOf(scan, signedOn, uses);
    setFault(missing);
    if (missing !== null || scan === null) return;
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
  const setDay = (set: (day: string) => void, day: string) => {
    set(day);
    halfDays.forget();
  };
  return (
    <Dialog
      open
      title={MESSAGES.title}
      description={MESSAGES.description(video.title)}
      onOpenChange={(open) => !open && !record.isPending && onClose()}
    >
      <form noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
        <TextField
          type="file"
          label={MESSAGES.scanLabel}
          hint={MESSAGES.scanHint}
          accept="application/pdf,image/*"
          onChange={({ target }) => setScan(target.files?.[0] ?? null)}
        />
        <TextField
          type="date"
          label={MESSAGES.signedOn}
          value={signedOn}
          onChange={({ target }) => setSignedOn(target.value)}
        />
        <fieldset>
          <legend className="text-sm font-semibold">{MESSAGES.uses}</legend>
          {RELEASE_USES.map((use) => (
            <Checkbox
              key={use}
              label={MESSAGES.use[use]}
              checked={uses.includes(use)}
              onChange={({ target }) =>
                setUses(RELEASE_USES.filter((one) => (one === use ? target.checked : uses.includes(one))))
              }
            />
          ))}
        </fieldset>
        <Checkbox label={MESSAGES.linkOnly} checked={linkOnly} onChange={({ target }) => setLinkOnly(target.checked)} />
        {video.isUnlisted && !linkOnly && <p className="text-sm text-muted">{MESSAGES.staysUnlisted}</p>}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] items-start gap-4">
          <TextField
            type="date"
            {...halfDays.fieldOf('first-day')}
            label={MESSAGES.notBefore}
            value={firstDay}
            onChange={({ target }) => setDay(setFirstDay, target.value)}
          />
          <TextField
            type="date"
            {...halfDays.fieldOf('last-day')}
            label={MESSAGES.notAfter}
            value={lastDay}
            onChange={({ target }) => setDay(setLastDay, target.value)}
          />
        </div>
        <StatusLine tone="danger">{fault}</StatusLine>
        {isChanged && differences.length === 0 && <p className="text-sm text-muted">{MESSAGES.unseen}</p>}
        {differences.length > 0 && <Differences differences={differences} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" disabled={record.isPending} onClick={onClose}>
            {MESSAGES.cancel}
          </Button>
          <Button type="submit" pending={record.isPending} pendingLabel={MESSAGES.saving}>
            {isChanged ? MESSAGES.saveChanged : MESSAGES.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What is missing before it can be sent, in words. */
function faultOf(scan: File | null, signedOn: string, uses: ReleaseUse[]): string | null {
  if (scan === null) return MESSAGES.scanMissing;
  if (scan.size > PAPER_SCAN_MAX_BYTES) return MESSAGES.scanTooLarge;
  if (signedOn === '') return MESSAGES.dayMissing;
  return uses.length === 0 ? MESSAGES.usesMissing : null;
}
