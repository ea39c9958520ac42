/** All of them. */
export const HEALTH_PARTS = Symbol('HEALTH_PARTS');

/** A part of the product whose state `GET /api/health` tells. */
export abstract class HealthPart {
  abstract readonly name: string;

  /**
   * @returns what operators should know of a part that works
   * @throws Error while visitors cannot be served because of it
   */
  abstract check(): Promise<Record<string, unknown>>;
}
