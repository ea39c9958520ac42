import type { FromHelper } from '../../contract/helping.js';

/** What is said of something that a helper added; nothing of what the participant did. */
export function fromHelper(row: { helperLinkId?: string | null; helperName?: string | null }): FromHelper {
  return { ...(row.helperLinkId && { addedByHelper: true }), ...(row.helperName && { helperName: row.helperName }) };
}
