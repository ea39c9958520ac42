import { JournalFile } from './journal-file.js';
import { type ManifestChange, ManifestState } from './manifest-change.js';
import type { SiteFile } from './site-file.js';

/**
 * What stands in the public tree, kept beside it as a journal of JSON lines: recording the change of one story
 * costs the same at any size of the archive. The holder of the publishing lock writes; every server reads along.
 */
export class SiteManifest {
  private state = new ManifestState();
  private readonly journal: JournalFile;
  /** Pages and the search index are recorded side by side, one after the other. */
  private lastRecord: Promise<void> = Promise.resolve();

  constructor(file: string) {
    this.journal = new JournalFile(file);
  }

  /** By path in the tree, such as `stories/anna-2025-03-01/index.html`; folders of the search index end in a slash. */
  get files(): ReadonlyMap<string, SiteFile> {
    return this.state.files;
  }

  /** Paths that a run was at when it was killed. */
  get unsettled(): ReadonlySet<string> {
    return this.state.unsettled;
  }

  /** Paths that must be shown to nobody, on any server, until the run that withholds them has put them right. */
  get withheld(): ReadonlySet<string> {
    return this.state.withheld;
  }

  /** When the tree was last compared with this, in ms; 0: never. */
  get inspectedAt(): number {
    return this.state.inspectedAt;
  }

  policyOf(file: SiteFile): string | undefined {
    return file.policy === undefined ? undefined : this.state.policies.get(file.policy);
  }

  hasPolicy(id: string): boolean {
    return this.state.policies.has(id);
  }

  /** Takes in what another process has recorded since; cheap enough for each request. */
  refresh(): void {
    const added = this.journal.readNew();
    if (!added) return;
    if (added.isAnew) this.state = new ManifestState();
    try {
      for (const line of added.lines) this.state.apply(JSON.parse(line) as ManifestChange);
    } catch {
      // A manifest that cannot be read says nothing: the next run publishes everything anew.
      this.state = new ManifestState();
      this.journal.distrust();
    }
  }

  /** Records changes; when it answers, they survive a power cut. They hold in this process even if the disk refuses them. */
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
