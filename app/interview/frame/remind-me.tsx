import { LOCALE } from '../../../api/contract/common/language.js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { REMINDER_PATH, type Reminder, type RemindRequest } from '../../../api/contract/people/reminders.js';
import { saidBy } from '../../shared/http/http-error.js';
import { readPath } from '../../shared/http/query-client.js';
import { request } from '../../shared/http/request.js';
import { Button } from '../../shared/ui/button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { TextField } from '../../shared/ui/text-field.js';
import { REMIND_MESSAGES as TEXT } from './remind-me.messages.js';

/** In the morning of the day, wherever the person is. */
const HOUR = 10;

/** One mail, on a day that the person picks; here it is also taken back. */
export function RemindMe({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && onClose()} title={TEXT.title} description={TEXT.hint}>
      {open && <Reminding />}
    </Dialog>
  );
}

function Reminding() {
  const client = useQueryClient();
  const { data } = useQuery({ queryKey: [REMINDER_PATH], queryFn: readPath<Reminder>({ on401: 'throw' }) });
  const [day, setDay] = useState(() => isoDay(daysAhead(1)));
  const change = useMutation({
    mutationFn: async (at: string | null): Promise<Reminder> => {
      if (at !== null) return request('PUT', REMINDER_PATH, { at } satisfies RemindRequest);
      await request<void>('DELETE', REMINDER_PATH);
      return { at: null };
    },
    onSuccess: (reminder) => client.setQueryData([REMINDER_PATH], reminder),
  });
  const at = data?.at ?? null;
  const said = at === null ? (change.isSuccess ? TEXT.forgotten : '') : TEXT.set(DAY.format(new Date(at)));
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const picked = atTenOn(day);
        if (picked && !change.isPending) change.mutate(picked);
      }}
    >
      <TextField
        label={TEXT.day}
        type="date"
        required
        min={isoDay(daysAhead(1))}
        max={isoDay(daysAhead(365))}
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <Button type="submit" pending={change.isPending} pendingLabel={TEXT.sending}>
        {TEXT.send}
      </Button>
      <StatusLine tone={change.isError ? 'danger' : 'good'}>
        {change.isError ? saidBy(change.error, TEXT.failed) : said}
      </StatusLine>
      {at !== null && (
        <Button variant="quiet" disabled={change.isPending} onClick={() => change.mutate(null)}>
          {TEXT.forget}
        </Button>
      )}
    </form>
  );
}

function daysAhead(days: number): Date {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return day;
}

/** As a date field has it, where the person is. */
function isoDay(day: Date): string {
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((number) => String(number).padStart(2, '0'));
  return `${day.getFullYear()}-${month}-${date}`;
}

/** Null where nothing is picked. */
function atTenOn(day: string): string | null {
  const time = new Date(`${day}T${HOUR}:00:00`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full' });
