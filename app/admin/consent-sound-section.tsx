import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { CONSENT_SOUND_PATH, type ConsentSound } from '../../api/contract/consent/consent.js';
import { CONSENT_SOUND_MAX_BYTES } from '../../api/contract/common/limits.js';
import { tellFailure } from '../admin-gate/failures.js';
import { uploadForm } from '../shared/http/send-body.js';
import { request } from '../shared/http/request.js';
import { fileSize, shortDateTime } from '../shared/text/format.js';
import { Button } from '../shared/ui/button.js';
import { ConfirmDialog } from '../shared/ui/confirm-dialog.js';
import { toast } from '../shared/ui/toast-store.js';
import { useRowFocus } from '../shared/ui/use-row-focus.js';
import { SOUND_MESSAGES as MESSAGES } from './common/admin.messages.js';
import { AUDIT_KEY } from './common/people-requests.js';

const SOUND_KEY = [CONSENT_SOUND_PATH];

/** The words that people agree to, read aloud: a file that staff bring, replace and take away. */
export function ConsentSoundSection() {
  const headingId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { data } = useQuery<ConsentSound>({ queryKey: SOUND_KEY });
  const replace = useSoundChange(sendSound);
  const remove = useSoundChange(() => request<ConsentSound>('DELETE', CONSENT_SOUND_PATH));
  const { fallback, focusAt } = useRowFocus<HTMLHeadingElement>();
  if (!data) return null;
  const { sound } = data;

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (!file) return;
    if (file.size > CONSENT_SOUND_MAX_BYTES) {
      toast({ title: MESSAGES.failed, description: MESSAGES.tooLarge, variant: 'destructive' });
      return;
    }
    try {
      await replace.mutateAsync(file);
      toast({ title: MESSAGES.saved });
    } catch (error) {
      tellFailure(error, MESSAGES.failed, MESSAGES.failedHint);
    }
  };
  const takeAway = async () => {
    try {
      await remove.mutateAsync();
      toast({ title: MESSAGES.removed });
      // What opened the question has gone.
      focusAt(0);
    } catch (error) {
      tellFailure(error, MESSAGES.removeFailed, MESSAGES.failedHint);
    }
    setIsAsking(false);
  };
  return (
    <section aria-labelledby={headingId} className="grid justify-items-start gap-3">
      <h2 id={headingId} ref={fallback} tabIndex={-1} className="text-xl outline-none">
        {MESSAGES.heading}
      </h2>
      <p className="measure text-muted">{MESSAGES.hint}</p>
      <p className={sound && !sound.isPresent ? 'measure text-warn' : 'measure'}>{stateOf(sound)}</p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          size="compact"
          pending={replace.isPending}
          pendingLabel={MESSAGES.saving}
          onClick={() => input.current?.click()}
        >
          {sound ? MESSAGES.replace : MESSAGES.add}
        </Button>
        {sound && (
          <Button variant="quiet" size="compact" onClick={() => setIsAsking(true)}>
            {MESSAGES.remove}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept=".mp3,.m4a,audio/mpeg,audio/mp4,audio/x-m4a"
        aria-label={MESSAGES.file}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => void choose(event)}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={MESSAGES.removeTitle}
        description={MESSAGES.removeText}
        confirmLabel={MESSAGES.remove}
        danger
        pending={remove.isPending}
        onConfirm={() => void takeAway()}
      />
    </section>
  );
}

function sendSound(file: File): Promise<ConsentSound> {
  const form = new FormData();
  form.append('sound', file);
  return uploadForm<ConsentSound>(CONSENT_SOUND_PATH, form);
}

function useSoundChange<Input = void>(change: (input: Input) => Promise<ConsentSound>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (after) => {
      queryClient.setQueryData<ConsentSound>(SOUND_KEY, after);
      void queryClient.invalidateQueries({ queryKey: AUDIT_KEY });
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: SOUND_KEY }),
  });
}

function stateOf(sound: ConsentSound['sound']): string {
  if (sound === null) return MESSAGES.none;
  const { isPresent, bytes, changedAt, changedBy } = sound;
  return (isPresent ? MESSAGES.there : MESSAGES.outdated)(fileSize(bytes), shortDateTime(changedAt), changedBy);
}
