import { VirtualColumn } from 'typeorm';

/** The name of the link by which a row came, read with the row; empty where its participant gave it none. */
export function HelperName(): PropertyDecorator {
  return VirtualColumn('text', {
    query: (row) => `SELECT l.name FROM helper_link l WHERE l.id = ${row}.helper_link_id`,
  });
}
