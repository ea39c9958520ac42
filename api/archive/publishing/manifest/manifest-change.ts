import type { SiteFile } from './site-file.js';

/** One line of the manifest. */
export type ManifestChange =
  | { set: string; file: SiteFile }
  | { unset: string }
  /** These paths are about to be set or unset: until then they may hold anything. */
  | { unsettled: string[] }
  /** What must be shown to nobody until it is set or unset; takes the place of what was withheld before. */
  | { withheld: string[] }
  /** These paths were not touched after all. */
  | { settled: string[] }
  /** When the tree was last compared with the manifest, in ms: what has not changed since needs no second look. */
  | { inspectedAt: number }
  | { policy: string; text: string };

/** What the lines of a manifest add up to. */
export class ManifestState {
  readonly files = new Map<string, SiteFile>();
  readonly policies = new Map<string, string>();
  readonly unsettled = new Set<string>();
  readonly withheld = new Set<string>();
  inspectedAt = 0;

  apply(change: ManifestChange): void {
    if ('set' in change) {
      this.files.set(change.set, change.file);
      this.unsettled.delete(change.set);
      this.withheld.delete(change.set);
    } else if ('unset' in change) {
      this.files.delete(change.unset);
      this.unsettled.delete(change.unset);
      this.withheld.delete(change.unset);
    } else if ('unsettled' in change) {
      for (const path of change.unsettled) this.unsettled.add(path);
    } else if ('withheld' in change) {
      this.withheld.clear();
      for (const path of change.withheld) this.withheld.add(path);
    } else if ('settled' in change) {
      for (const path of change.settled) this.unsettled.delete(path);
    } else if ('inspectedAt' in change) {
      this.inspectedAt = change.inspectedAt;
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
    if (this.unsettled.size > 0) changes.push({ unsettled: [...this.unsettled] });
    if (this.withheld.size > 0) changes.push({ withheld: [...this.withheld] });
    if (this.inspectedAt > 0) changes.push({ inspectedAt: this.inspectedAt });
    return changes;
  }
}
