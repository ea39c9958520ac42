import { HttpError } from './http-error.js';
import { request } from './request.js';

const GONE = new Set([404, 410]);

/** Removes what has that path; what is gone already counts as removed. */
export async function remove(path: string): Promise<void> {
  try {
    await request('DELETE', path);
  } catch (error) {
    if (!(error instanceof HttpError) || !GONE.has(error.status)) throw error;
  }
}
