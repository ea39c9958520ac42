import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextFunction, Request, Response } from 'express';

const requests = new AsyncLocalStorage<{ producerName: string | null; isProducers: boolean }>();

/** Goes before everything that may ask whose request it is. */
export function rememberProducer(_request: Request, _response: Response, next: NextFunction): void {
  requests.run({ producerName: null, isProducers: false }, next);
}

/** Notes who makes this request, once that is known. */
export function setCurrentProducer(name: string | null): void {
  const request = requests.getStore();
  if (request) Object.assign(request, { producerName: name, isProducers: true });
}

/** Whose doing it is what producers, people and the time alone bring about. */
export function currentActor(): 'staff' | 'participant' | 'system' {
  const request = requests.getStore();
  if (!request) return 'system';
  return request.isProducers ? 'staff' : 'participant';
}

/** The name that the producer of this request gave at the gate; null when none was given, and outside of requests. */
export function currentProducerName(): string | null {
  return requests.getStore()?.producerName ?? null;
}
