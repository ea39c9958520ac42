import { RedirectForm } from './redirect-form.js';
import { RedirectList } from './redirect-list.js';

/** Everything of /admin2 behind the gate. */
export function RedirectsAdmin() {
  return (
    <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <RedirectForm />
      <RedirectList />
    </div>
  );
}
