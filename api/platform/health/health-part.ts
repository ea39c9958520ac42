/** Of the database: told before the parts. */
export const DATABASE_PING = Symbol('DATABASE_PING');
/** All of them. */
export const HEALTH_PARTS = Symbol('HEALTH_PARTS');

/** A number that operators watch. */
export interface PartGauge {
  name: string;
  help: string;
  /** @throws Error while it cannot be known */
  read(): Promise<number>;
}

/** A part of the product whose state `GET /api/health` tells. */
export abstract class HealthPart {
  abstract readonly name: string;
  /** What `/metrics` tells of it besides whether it works. */
  readonly gauges: PartGauge[] = [];

  /**
   * @returns what operators should know of a part that works
   * @throws Error while visitors cannot be served because of it
   */
  abstract check(): Promise<Record<string, unknown>>;
}
