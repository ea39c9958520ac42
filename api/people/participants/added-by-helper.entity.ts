import { VirtualColumn } from 'typeorm';
import type { FromHelper } from '../../contract/people/helpers.js';

/** The name of the link by which a row came, read with the row; empty where its participant gave it none. */
export function HelperName(): PropertyDecorator {
  return VirtualColumn('text', {
    query: (row) => `SELECT l.name FROM helper_link l WHERE l.id = ${row}.helper_link_id`,
  });
}

/** What is said of something that a helper added; nothing of what the participant did. */
export function fromHelper(row: { helperLinkId?: string | null; helperName?: string | null }): FromHelper {
  return { ...(row.helperLinkId && { addedByHelper: true }), ...(row.helperName && { helperName: row.helperName }) };
}
