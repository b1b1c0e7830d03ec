import type { Client, Json } from '../api'

/** A call that succeeds, of an operation that accepts an Idempotency-Key. */
export interface KeyedCall {
  as: Client
  /** Parameters of the path. */
  params?: Json
  body?: Json
}

/** Creates what the calls change, by the id of the operation. */
export type KeyedCalls = Readonly<Record<string, () => Promise<KeyedCall>>>
