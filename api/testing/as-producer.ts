import type { Request, Response } from 'express';
import { rememberProducer, setCurrentProducer } from '../platform/http/current-producer.js';

/** Does `work` as a request does it that the gate let in for a producer who gave this name. */
export function asProducer<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  return new Promise((resolve) => {
    rememberProducer({} as Request, {} as Response, () => {
      setCurrentProducer(name);
      resolve(work());
    });
  });
}
