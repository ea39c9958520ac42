import { useQuery } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import type { KnownDevice as KnownDeviceAnswer } from '../../api/contract/people/sign-in.js';
import { ForgetDevice } from '../interview/device/forget-device.js';
import { openKeptOf } from '../interview/device/kept-here.js';
import { request } from '../shared/http/request.js';
import { toast } from '../shared/ui/toast-store.js';
import { KNOWN_DEVICE_MESSAGES as TEXT } from './landing.messages.js';

/**
 * After a break: this browser is still known as somebody's, which others who use it may want to end. Else nothing. It stands
 * where the page ends, so that it moves nothing when it comes.
 */
export function KnownDevice() {
  const { data, refetch } = useQuery({
    queryKey: ['/api/auth/device'],
    queryFn: () => request<KnownDeviceAnswer>('GET', '/api/auth/device'),
  });
  const place = document.querySelector('[data-known-device]');
  if (!data?.keptUnder || !place) return null;
  const { id, keptUnder } = data;
  const kept = openKeptOf({ id: id ?? keptUnder[0], keptUnder });
  const onForgotten = () => {
    toast(TEXT.forgotten);
    void refetch();
  };
  return createPortal(
    <section aria-label={TEXT.label} className="mt-8 flex flex-wrap items-center gap-x-3 text-sm text-muted">
      <p>{TEXT.known}</p>
      <div className="-ml-2 md:ml-0">
        <ForgetDevice owner={id} drafts={kept} onForgotten={onForgotten} />
      </div>
    </section>,
    place,
  );
}
