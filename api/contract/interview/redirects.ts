/** Where people go on after an external video answer, by the number of the step (from 0, see steps.ts). */
export interface Redirect {
  id: string;
  question: number;
  redirectUrl: string;
  description: string;
}

export const REDIRECTS_PATH = '/api/admin2/redirects';

/** POST /api/admin2/redirects; 201 with the `Redirect`. Of several for one question the newest wins. */
export type AddRedirectRequest = Omit<Redirect, 'id'>;

/**
 * PUT /api/admin2/redirects/{id}: fields left out stay as they are, and the id, where it is sent along, is that of the path.
 * 200 with the `Redirect`; 409 `redirect_changed` with what somebody else has changed meanwhile.
 */
export interface ChangeRedirectRequest extends Partial<Redirect> {
  /** The fields as they were read. Left out, nobody else's change is looked for. */
  was?: Partial<AddRedirectRequest>;
}

/** GET /api/redirect/{questionNumber}; 404 when none is configured. */
export interface NextRedirect {
  redirectUrl: string;
}
