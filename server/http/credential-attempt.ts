import { LOGIN_WINDOW_S } from '../../contract/core/limits/sign-in'
import { sentence, type Text } from '../../contract/core/sentence'
import { networkOf } from '../adapters/ip-ranges'
import { HashQueueFull, checkPassword } from '../adapters/passwords'
import type { Db } from '../db/database'
import * as attempts from '../kernel/sign-in-attempts'
import type { AttemptKeys } from '../kernel/sign-in-attempts'
import { isThrottled, type AttemptCounts } from '../domain/sign-in/login-throttle'
import type { Context } from '../kernel/context'
import { Refusal } from './refusal'

/** An attempt at a credential. It counts as failed until it succeeds or is withdrawn. */
export interface Attempt extends AttemptKeys {
  /**
   * Too many attempts at the account failed under its other names. The caller answers as to a wrong credential, even to
   * the right one: any other answer would say which names belong to one account.
   */
  isBlocked: boolean
  withdraw: () => Promise<void>
  /** Waits for a hash. An attempt whose hash could not be computed is withdrawn. */
  hashed: <T>(hashing: Promise<T>) => Promise<T>
}

interface NewAttempt {
  /** Key under which failures are counted, and under which an account without other names is known. */
  key: string
  /** For an account with several names: all keys under which its failures are counted, and the key of its known networks. */
  account?: { keys: readonly string[]; placesKey: string }
  /** Null for signed-in callers who confirm their identity: their network does not matter. */
  ip: string | null
  /** Text of the refusal, with the remedy. */
  detail: Text
}

/**
 * Begins an attempt at a credential.
 * The refusal depends on the key and the network alone, so that it does not reveal whether the account exists.
 * @throws Refusal too_many_requests after too many failed attempts
 */
export async function beginAttempt(db: Db, attempt: NewAttempt, { now }: Context): Promise<Attempt> {
  const { key, account = { keys: [key], placesKey: key } } = attempt
  const network = attempt.ip === null ? '' : networkOf(attempt.ip)
  const keys = { key, accountKeys: account.keys, placesKey: account.placesKey, network }
  const { id, account_here, account_from_strange, ...counted } = await attempts.beginAttempt(db, keys, now())
  const withdraw = () => attempts.deleteAttempt(db, id)
  const isExceeded = (counts: AttemptCounts) => isThrottled(attempt.ip === null ? ofAccount(counts) : counts)
  if (isExceeded(counted)) {
    await withdraw()
    throw new Refusal('too_many_requests', attempt.detail, { retryAfterS: LOGIN_WINDOW_S })
  }
  const hashed = async <T>(hashing: Promise<T>): Promise<T> => {
    try {
      return await bounded(hashing)
    } catch (error) {
      await withdraw()
      throw error
    }
  }
  const isBlocked = isExceeded({ ...counted, here: account_here, from_strange: account_from_strange })
  return { ...keys, isBlocked, withdraw, hashed }
}

/**
 * Begins an attempt of a signed-in person to confirm their password or code.
 * @param detail text of the refusal after too many failed attempts
 * @throws Refusal too_many_requests
 */
export const beginProof = (db: Db, accountId: string, detail: Text, context: Context): Promise<Attempt> =>
  beginAttempt(db, { key: `proof:${accountId}`, ip: null, detail }, context)

/**
 * Returns whether a signed-in person entered their own password.
 * @param detail text of the refusal after too many failed attempts
 * @throws Refusal too_many_requests
 */
export async function provesPassword(
  db: Db,
  { id, password_hash: hash }: { id: string; password_hash: string | null },
  password: string,
  detail: Text,
  context: Context,
): Promise<boolean> {
  const proof = await beginProof(db, id, detail, context)
  const fits = await proof.hashed(checkPassword(hash, password))
  if (fits) await attempts.deleteFailures(db, proof)
  return fits
}

/** Returns the caller's address. All callers without an address share one count. */
export const addressOf = ({ ip }: Context): string => ip ?? 'unknown'

const ofAccount = ({ here }: AttemptCounts): AttemptCounts => ({
  here,
  from_strange: 0,
  from_network: 0,
  is_known: true,
})

/** Waits for a hash. @throws Refusal too_many_requests when the queue of hashes is full */
export async function bounded<T>(hashing: Promise<T>): Promise<T> {
  try {
    return await hashing
  } catch (error) {
    if (error instanceof HashQueueFull)
      throw new Refusal('too_many_requests', sentence`Too many people are signing in. Try again in a few seconds.`, {
        retryAfterS: 2,
      })
    throw error
  }
}
