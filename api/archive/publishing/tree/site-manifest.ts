import { JournalFile } from './journal-file.js';
import type { SiteFile } from './site-file.js';

/** One line of the manifest. */
export type ManifestChange =
  | { set: string; file: SiteFile }
  | { unset: string }
  /** These paths are about to be set or unset: until then they may hold anything. */
  | { pending: string[] }
  /** What must be shown to nobody until it is set or unset; takes the place of what was blocked before. */
  | { blocked: string[] }
  /** These paths were not touched after all. */
  | { untouched: string[] }
  /** When the tree was last compared with the manifest, in ms: what has not changed since needs no second look. */
  | { inspectedAt: number }
  /** Which generation of the site the tree is, or a later one. */
  | { generation: number }
  | { policy: string; text: string };

/**
 * What stands in the public tree, kept beside it as a journal of JSON lines: recording the change of one story
 * costs the same at any size of the archive. The holder of the publishing lock writes; every server reads along.
 */
export class SiteManifest {
  private state = new ManifestState();
  private readonly journal: JournalFile;
  private isFreshInTurn = false;
  /** Pages and the search index are recorded side by side, one after the other. */
  private lastRecord: Promise<void> = Promise.resolve();

  constructor(file: string) {
    this.journal = new JournalFile(file);
  }

  /** By path in the tree, such as `stories/anna-2025-03-01/index.html`; folders of the search index end in a slash. */
  get files(): ReadonlyMap<string, SiteFile> {
    return this.state.files;
  }

  /** Those of one kind, without a look at all others. */
  ofKind(kind: FewFilesKind): ReadonlyMap<string, SiteFile> {
    return this.state.few[kind];
  }

  /** Paths that a run was at when it was killed. */
  get pending(): ReadonlySet<string> {
    return this.state.pending;
  }

  /** Paths that must be shown to nobody, on any server, until the run that blocks them has put them right. */
  get blocked(): ReadonlySet<string> {
    return this.state.blocked;
  }

  /** When the tree was last compared with this, in ms; 0: never. */
  get inspectedAt(): number {
    return this.state.inspectedAt;
  }

  /** 0: none that anybody else waits for. */
  get generation(): number {
    return this.state.generation;
  }

  policyOf(file: SiteFile): string | undefined {
    return file.policy === undefined ? undefined : this.state.policies.get(file.policy);
  }

  hasPolicy(id: string): boolean {
    return this.state.policies.has(id);
  }

  /**
   * As `refresh`, at most once in a turn of the event loop: the requests of one turn had all begun when it looked, so what
   * another process withdrew and said so before they began is known to each.
   */
  refreshForTurn(): void {
    if (this.isFreshInTurn) return;
    this.refresh();
    this.isFreshInTurn = true;
    setImmediate(() => (this.isFreshInTurn = false));
  }

  /** Takes in what another process has recorded since. */
  refresh(): void {
    const added = this.journal.readNew();
    if (!added) return;
    if (added.isAnew) this.state = new ManifestState();
    try {
      for (const line of added.lines) this.state.apply(readChange(line));
    } catch {
      // A manifest that cannot be read says nothing: the next run publishes everything anew.
      this.state = new ManifestState();
      this.journal.distrust();
    }
  }

  /** Records changes; when it resolves, they survive a power cut. They hold in this process even if the disk refuses them. */
  record(changes: ManifestChange[]): Promise<void> {
    for (const change of changes) this.state.apply(change);
    return this.inTurn(async () => {
      if (this.journal.isSound()) await this.journal.append(changes.map((change) => JSON.stringify(change)));
      else await this.replace();
    });
  }

  /** Writes the journal anew with only what still holds. */
  compact(): Promise<void> {
    return this.inTurn(() => this.replace());
  }

  private async replace(): Promise<void> {
    this.state.forgetUnusedPolicies();
    await this.journal.replace(this.state.toChanges().map((change) => JSON.stringify(change)));
  }

  private inTurn(write: () => Promise<void>): Promise<void> {
    const record = this.lastRecord.then(write);
    this.lastRecord = record.catch(() => {});
    return record;
  }
}

/** What earlier versions named otherwise in the manifests that they left behind. */
const FORMER_NAMES = new Map([
  ['unsettled', 'pending'],
  ['settled', 'untouched'],
  ['withheld', 'blocked'],
  ['retiredAt', 'staleAt'],
]);

function readChange(line: string): ManifestChange {
  const change = withTodaysNames(JSON.parse(line) as ManifestChange);
  return 'set' in change ? { ...change, file: withTodaysNames(change.file) } : change;
}

function withTodaysNames<T extends object>(written: T): T {
  return Object.fromEntries(
    Object.entries(written).map(([name, value]) => [FORMER_NAMES.get(name) ?? name, value]),
  ) as T;
}

/** Kinds of which there are few, however many stories there are. */
type FewFilesKind = 'asset' | 'shard';

/** What the lines of a manifest add up to. */
class ManifestState {
  readonly files = new Map<string, SiteFile>();
  readonly few: Record<FewFilesKind, Map<string, SiteFile>> = { asset: new Map(), shard: new Map() };
  readonly policies = new Map<string, string>();
  readonly pending = new Set<string>();
  readonly blocked = new Set<string>();
  inspectedAt = 0;
  generation = 0;

  apply(change: ManifestChange): void {
    if ('set' in change) {
      this.files.set(change.set, change.file);
      for (const [kind, files] of Object.entries(this.few)) {
        if (kind === change.file.kind) files.set(change.set, change.file);
        else files.delete(change.set);
      }
      this.pending.delete(change.set);
      this.blocked.delete(change.set);
    } else if ('unset' in change) {
      this.files.delete(change.unset);
      for (const files of Object.values(this.few)) files.delete(change.unset);
      this.pending.delete(change.unset);
      this.blocked.delete(change.unset);
    } else if ('pending' in change) {
      for (const path of change.pending) this.pending.add(path);
    } else if ('blocked' in change) {
      this.blocked.clear();
      for (const path of change.blocked) this.blocked.add(path);
    } else if ('untouched' in change) {
      for (const path of change.untouched) this.pending.delete(path);
    } else if ('inspectedAt' in change) {
      this.inspectedAt = change.inspectedAt;
    } else if ('generation' in change) {
      this.generation = change.generation;
    } else {
      this.policies.set(change.policy, change.text);
    }
  }

  forgetUnusedPolicies(): void {
    const used = new Set(this.files.values().map((file) => file.policy));
    for (const policy of this.policies.keys()) if (!used.has(policy)) this.policies.delete(policy);
  }

  /** The fewest changes that add up to this state. */
  toChanges(): ManifestChange[] {
    const changes: ManifestChange[] = Array.from(this.policies, ([policy, text]) => ({ policy, text }));
    for (const [path, file] of this.files) changes.push({ set: path, file });
    if (this.pending.size > 0) changes.push({ pending: [...this.pending] });
    if (this.blocked.size > 0) changes.push({ blocked: [...this.blocked] });
    if (this.inspectedAt > 0) changes.push({ inspectedAt: this.inspectedAt });
    if (this.generation > 0) changes.push({ generation: this.generation });
    return changes;
  }
}
