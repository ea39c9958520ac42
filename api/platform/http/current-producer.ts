import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextFunction, Request, Response } from 'express';

const requests = new AsyncLocalStorage<{ producerName: string | null }>();

/** Goes before everything that may ask whose request it is. */
export function rememberProducer(_request: Request, _response: Response, next: NextFunction): void {
  requests.run({ producerName: null }, next);
}

/** Notes who makes this request, once that is known. */
export function setCurrentProducer(name: string | null): void {
  const request = requests.getStore();
  if (request) request.producerName = name;
}

/** The name that the producer of this request gave at the gate; null when none was given, and outside of requests. */
export function currentProducerName(): string | null {
  return requests.getStore()?.producerName ?? null;
}
