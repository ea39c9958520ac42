import type { OwnBrowser, StaffLook } from '../../api/contract/stories/my-story.js';
import { saidBy } from '../shared/http/http-error.js';
import { shortDateTime } from '../shared/text/format.js';
import { Button } from '../shared/ui/button.js';
import { useRowFocus } from '../shared/ui/use-row-focus.js';
import { BROWSERS_MESSAGES, DETAILS_MESSAGES, LOOKS_MESSAGES } from './my-story.messages.js';
import { useOwnChange } from './use-my-story.js';

/** Where the person is signed in, and how that ends. */
export function Browsers({ browsers }: { browsers: OwnBrowser[] }) {
  const TEXT = BROWSERS_MESSAGES;
  const end = useOwnChange<string | null>({
    method: 'DELETE',
    path: (id) => `/browsers${id === null ? '' : `/${id}`}`,
  });
  const { list, keepFocusAt } = useRowFocus();
  const others = browsers.filter(({ isCurrent }) => !isCurrent);
  return (
    <section aria-labelledby="my-story-browsers" className="grid justify-items-start gap-3">
      <h2 id="my-story-browsers" className="text-xl">
        {TEXT.heading}
      </h2>
      <p className="measure text-muted">{TEXT.text}</p>
      <ul ref={list} className="w-full divide-y divide-line">
        {browsers.map(({ id, isCurrent, isSignedIn, lastSeenAt }, index) => (
          <li
            key={id}
            tabIndex={-1}
            aria-label={isCurrent ? TEXT.current : TEXT.other}
            className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-1"
          >
            <p>
              {isCurrent ? TEXT.current : TEXT.other}
              <span className="block text-sm text-muted">
                {isSignedIn ? TEXT.signedIn : TEXT.known}, {TEXT.lastSeen(shortDateTime(lastSeenAt))}
              </span>
            </p>
            {!isCurrent && (
              <Button
                variant="quiet"
                className="-ml-3 px-3"
                pending={end.isPending && end.variables === id}
                pendingLabel={TEXT.ending}
                onClick={() => end.mutate(id, { onSuccess: () => keepFocusAt(index) })}
              >
                {TEXT.end}
                <span className="sr-only">{TEXT.endNamed(shortDateTime(lastSeenAt))}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <Button
          variant="outline"
          pending={end.isPending && end.variables === null}
          onClick={() => end.mutate(null, { onSuccess: () => keepFocusAt(0) })}
        >
          {TEXT.endAll}
        </Button>
      )}
      {end.isError && (
        <p role="alert" className="text-danger">
          {saidBy(end.error, DETAILS_MESSAGES.failed)}
        </p>
      )}
    </section>
  );
}

/** When which producer looked at what. */
export function Looks({ looks }: { looks: StaffLook[] }) {
  const TEXT = LOOKS_MESSAGES;
  return (
    <section aria-labelledby="my-story-looks" className="grid gap-3">
      <h2 id="my-story-looks" className="text-xl">
        {TEXT.heading}
      </h2>
      <p className="measure text-muted">{looks.length === 0 ? TEXT.none : TEXT.text}</p>
      {looks.length > 0 && (
        <ul className="divide-y divide-line">
          {looks.map(({ id, action, producer, at }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-4 py-3">
              <span>
                <bdi>{producer ?? TEXT.aProducer}</bdi> {TEXT.actions[action] ?? TEXT.something}
              </span>
              <time dateTime={at} className="text-sm text-muted tabular-nums">
                {shortDateTime(at)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
