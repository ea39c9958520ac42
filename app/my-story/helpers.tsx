import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { answerStreamPath } from '../../api/contract/interview/answers.js';
import {
  addedBy,
  type HelpedThing,
  helpedThingPath,
  type HelperLink,
  type Helpers,
  HELPERS_PATH,
  type MadeHelperLink,
  type MakeHelperLinkRequest,
} from '../../api/contract/people/helpers.js';
import { HELPER_NAME_MAX_LENGTH } from '../../api/contract/common/limits.js';
import { photoStreamPath } from '../../api/contract/people/photos.js';
import { saidBy } from '../shared/http/http-error.js';
import { readPath } from '../shared/http/query-client.js';
import { request } from '../shared/http/request.js';
import { shortDate } from '../shared/text/format.js';
import { Button } from '../shared/ui/button.js';
import { ConfirmDialog } from '../shared/ui/confirm-dialog.js';
import { LoadFailure } from '../shared/ui/load-failure.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { TextField } from '../shared/ui/text-field.js';
import { useRowFocus } from '../shared/ui/use-row-focus.js';
import { HELPERS_MESSAGES as TEXT } from './helpers.messages.js';

/** A link for somebody who helps, how it ends, and what came by it. */
export function HelpersSection({ isSubmitted }: { isSubmitted: boolean }) {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: [HELPERS_PATH],
    queryFn: readPath<Helpers>({ on401: 'throw' }),
  });
  const onSettled = () => client.invalidateQueries({ queryKey: [HELPERS_PATH] });
  const [name, setName] = useState('');
  const make = useMutation({
    mutationFn: () => {
      const body: MakeHelperLinkRequest = name.trim() ? { name } : {};
      return request<MadeHelperLink>('POST', HELPERS_PATH, body);
    },
    onSuccess: () => setName(''),
    onSettled,
  });
  const end = useMutation({ mutationFn: (id: string) => request<void>('DELETE', `${HELPERS_PATH}/${id}`), onSettled });
  // Of what was tried last: after that an earlier one tells of what is no longer so.
  const { error: failure } = make.submittedAt > end.submittedAt ? make : end;
  const { fallback: maker, list: links, keepFocusAt: keepFocusAtLink } = useRowFocus<HTMLButtonElement>();
  const { fallback: heading, list: added, keepFocusAt: keepFocusAtAdded } = useRowFocus<HTMLHeadingElement>();
  // Whoever has ended the link need not see it any more.
  const made = data?.links.some(({ id }) => id === make.data?.id) ? make.data : undefined;

  return (
    <section id="helpers" aria-labelledby="my-story-helpers" className="grid justify-items-start gap-4">
      <h2 id="my-story-helpers" ref={heading} tabIndex={-1} className="text-xl outline-none">
        {TEXT.heading}
      </h2>
      <p className="measure text-muted">{TEXT.text}</p>
      {isSubmitted && <p className="measure">{TEXT.handedIn}</p>}
      {made && <MadeLink url={made.url} />}
      {isError && <LoadFailure text={TEXT.loadFailed} onTryAgain={() => void refetch()} />}
      {data && data.links.length > 0 && (
        <ul ref={links} className="w-full divide-y divide-line">
          {data.links.map((link, index) => (
            <Link
              key={link.id}
              link={link}
              isEnding={end.isPending && end.variables === link.id}
              onEnd={() => end.mutate(link.id, { onSuccess: () => keepFocusAtLink(index) })}
            />
          ))}
        </ul>
      )}
      <form
        className="grid w-full max-w-md justify-items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!make.isPending) make.mutate();
        }}
      >
        <TextField
          label={TEXT.name}
          hint={TEXT.nameHint}
          autoComplete="off"
          maxLength={HELPER_NAME_MAX_LENGTH}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button ref={maker} type="submit" variant="outline" pending={make.isPending} pendingLabel={TEXT.making}>
          {TEXT.make}
        </Button>
      </form>
      {failure && (
        <p role="alert" className="text-danger">
          {saidBy(failure, TEXT.failed)}
        </p>
      )}
      {data && data.added.length > 0 && <Added things={data.added} list={added} onGone={keepFocusAtAdded} />}
    </section>
  );
}

/** The one time that it can be read. */
function MadeLink({ url }: { url: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setIsCopied(true);
    } catch {
      // It stands beside the button, and can be copied from there.
    }
  };
  return (
    <div className="grid w-full max-w-xl justify-items-start gap-3 rounded-card bg-surface p-5 *:w-full">
      <TextField
        label={TEXT.linkLabel}
        hint={TEXT.made}
        readOnly
        value={url}
        onFocus={({ target }) => target.select()}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button onClick={() => void copy()}>{TEXT.copy}</Button>
        <StatusLine tone="good">{isCopied ? TEXT.copied : ''}</StatusLine>
      </div>
    </div>
  );
}

function Link({ link, isEnding, onEnd }: { link: HelperLink; isEnding: boolean; onEnd: () => void }) {
  const until = shortDate(link.endsAt);
  const name = TEXT.link(link.name, until);
  return (
    <li tabIndex={-1} aria-label={name} className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-1">
      <p>
        {name}
        <span className="block text-sm text-muted">
          {link.openedAt ? TEXT.opened(shortDate(link.openedAt), link.added) : TEXT.notOpened}
        </span>
      </p>
      <Button variant="quiet" className="-ml-3 px-3" pending={isEnding} pendingLabel={TEXT.ending} onClick={onEnd}>
        {TEXT.end}
        <span className="sr-only">{TEXT.endNamed(until)}</span>
      </Button>
    </li>
  );
}

interface AddedProps {
  things: HelpedThing[];
  list: Ref<HTMLUListElement>;
  /** Told the place of one that went. */
  onGone: (index: number) => void;
}

function Added({ things, list, onGone }: AddedProps) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<HelpedThing | null>(null);
  const removal = useMutation({
    mutationFn: ({ id }: HelpedThing) => request<void>('DELETE', helpedThingPath(id)),
    onSettled: async (_gone, _error, { id }) => {
      const index = things.findIndex((thing) => thing.id === id);
      setAsked(null);
      // It is gone from every list of this page.
      await client.invalidateQueries();
      onGone(index);
    },
  });
  return (
    <div className="grid w-full gap-2">
      <h3 className="text-lg">{TEXT.added}</h3>
      <ul ref={list} className="divide-y divide-line">
        {things.map((thing) => (
          <AddedThing key={thing.id} thing={thing} onRemove={() => setAsked(thing)} />
        ))}
      </ul>
      {removal.isError && (
        <p role="alert" className="text-danger">
          {saidBy(removal.error, TEXT.failed)}
        </p>
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={TEXT.confirmRemove(asked?.name ?? '')}
        confirmLabel={TEXT.remove}
        cancelLabel={TEXT.keep}
        danger
        pending={removal.isPending}
        pendingLabel={TEXT.removing}
        onConfirm={() => asked && removal.mutate(asked)}
      />
    </div>
  );
}

function AddedThing({ thing, onRemove }: { thing: HelpedThing; onRemove: () => void }) {
  const { id, kind, name, text = '', createdAt, helperName } = thing;
  const [isOpen, setIsOpen] = useState(false);
  const path = pathOf(thing);
  const isLong = text.length > name.length;
  return (
    <li tabIndex={-1} aria-label={name} className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-1">
      <div className="min-w-0 wrap-anywhere">
        <p id={`added-${id}`} dir="auto" className="measure whitespace-pre-wrap">
          {isOpen ? text : `${name}${isLong ? '…' : ''}`}
        </p>
        <p className="text-sm text-muted">
          {TEXT.kinds[kind]}, {shortDate(createdAt)}. {addedBy(helperName)}
        </p>
      </div>
      <span className="-ml-3 flex flex-wrap">
        {path && (
          <a href={path} className="button px-3!" data-variant="quiet">
            {TEXT.see}
            <span className="sr-only">{TEXT.seeNamed(name)}</span>
          </a>
        )}
        {isLong && (
          <Button
            variant="quiet"
            className="px-3"
            aria-expanded={isOpen}
            aria-controls={`added-${id}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? TEXT.readLess : TEXT.readAll}
            <span className="sr-only">{TEXT.seeNamed(name)}</span>
          </Button>
        )}
        <Button variant="quiet" className="px-3" onClick={onRemove}>
          {TEXT.remove}
          <span className="sr-only">{TEXT.removeNamed(name)}</span>
        </Button>
      </span>
    </li>
  );
}

function pathOf({ kind, id }: HelpedThing): string | null {
  if (kind === 'words') return null;
  return kind === 'photo' ? photoStreamPath(id) : answerStreamPath(id);
}
