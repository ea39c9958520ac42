import type { EntityManager } from 'typeorm';

/** A running transaction, handed on so that several features' writes hold or fail together. */
export type Transaction = EntityManager;
