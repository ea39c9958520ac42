import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { withResolvers } from '../../../api/contract/common/older-browsers.js';
import { inTime } from '../indexed-database.js';
import type { ChosenFileForm } from './chosen-file-store.js';
import { type FileInHand, type FoundFiles, type Keeping, openChosenFiles } from './chosen-files.js';

interface ChosenFilesOptions {
  form: ChosenFileForm;
  inHand: readonly FileInHand[];
  /** Of what is in hand. */
  owner: string;
  /** Of what comes back to this page; null while that is not known, or nothing may. */
  owners: readonly string[] | null;
  /** False while it may only be looked for, without reading it. */
  mayRead?: boolean;
  onFound: (files: FileInHand[]) => void;
}

export interface KeptFiles extends Keeping {
  /** Some of what is in hand was chosen on an earlier page. */
  isBack: boolean;
  /** Another tab has some. */
  isElsewhere: boolean;
  /** An earlier page has left some, which are not read yet. */
  areUnread: boolean;
  /** Resolves once what is kept is in hand, or the storage has hung for too long. */
  whenFound: () => Promise<void>;
  /** Of every form, in hand or not. Rejects where nothing can be kept. */
  has: (owners: readonly string[]) => Promise<boolean>;
  forgetAll: (owners: readonly string[]) => Promise<void>;
}

/** Keeps what is in hand in this browser until it is sent, and brings back what an earlier page has left. */
export function useChosenFiles(options: ChosenFilesOptions): KeptFiles {
  const { form, inHand, owner, owners, mayRead = true, onFound } = options;
  const [chosen] = useState(() => openChosenFiles(form));
  const keeping = useSyncExternalStore(chosen.subscribe, chosen.keeping);
  const [back, setBack] = useState<ReadonlySet<string>>(new Set());
  const [elsewhere, setElsewhere] = useState<readonly string[]>([]);
  const [areUnread, setAreUnread] = useState(false);
  const [found] = useState(() => withResolvers<void>());
  const isGone = useRef(false);
  const wanted = owners?.join(' ') ?? null;

  // First, so that what is in hand is not found as well.
  useEffect(() => chosen.follow(inHand, owner), [chosen, inHand, owner]);
  const take = useEffectEvent(({ files, elsewhere: others }: FoundFiles) => {
    // What was taken in hand since the page was left is free again.
    if (isGone.current) return chosen.leave();
    // The same as before are waited for anew: another tab may have been faster.
    setElsewhere((before) => (before.length + others.length === 0 ? before : others));
    if (files.length === 0) return;
    setBack((before) => new Set([...before, ...files.map(({ id }) => id)]));
    onFound(files);
  });
  // Each is rejected where nothing is kept.
  const look = useEffectEvent(() => {
    if (!owners || !mayRead) return;
    void chosen
      .find(owners)
      .then((seen) => take(seen))
      .catch(() => undefined)
      .finally(() => setAreUnread(false))
      .then(found.resolve);
  });
  const note = useEffectEvent((areLeft: boolean) => {
    if (!mayRead) setAreUnread(areLeft);
  });
  const lookUnread = useEffectEvent(() => {
    if (owners) void chosen.hasLeft(owners).then(note, () => undefined);
  });
  useEffect(() => {
    if (wanted === null) return;
    if (mayRead) look();
    else lookUnread();
  }, [wanted, mayRead]);
  useEffect(() => {
    if (elsewhere.length === 0) return undefined;
    const waiting = new AbortController();
    // Rejected only when the waiting ends.
    chosen.waitUntilFree(elsewhere, waiting.signal).then(
      () => look(),
      () => undefined,
    );
    return () => waiting.abort();
  }, [chosen, elsewhere]);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      chosen.leave();
    };
  }, [chosen]);

  const whenFound = () => {
    if (wanted === null) return Promise.resolve();
    return inTime(found.promise, () => undefined);
  };
  return {
    ...keeping,
    isBack: inHand.some(({ id }) => back.has(id)),
    isElsewhere: elsewhere.length > 0,
    areUnread: areUnread && wanted !== null,
    whenFound,
    has: (whose) => chosen.has(whose),
    forgetAll: (whose) => chosen.forgetAll(whose),
  };
}
