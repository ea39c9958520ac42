import { toast } from '../shared/ui/toast-store.js';
import { failureText } from './failure-text.js';
import { isSignedOut } from './signed-out.js';

/**
 * Shows the toast of a failed change, and answers what may stay written of it.
 * A session that has ended needs neither (null): the gate says so.
 */
export function tellFailure(error: unknown, title: string, generic: string): string | null {
  if (isSignedOut(error)) return null;
  const description = failureText(error, generic);
  toast({ title, description, variant: 'destructive' });
  return `${title}: ${description}`;
}
