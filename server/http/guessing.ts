import { LOGIN_FAILURES_PER_ACCOUNT, LOGIN_FAILURES_PER_ADDRESS, LOGIN_WINDOW_S } from '../../contract/limits'
import { HashQueueFull } from '../adapters/passwords'
import { Refusal } from './refusal'

/** What went wrong since an instant: for an account from this address, and from this address at all. */
interface Failures {
  for_account: number
  from_address: number
}

/**
 * @param countSince counts failures from an instant on
 * @param detail what the caller reads, with the remedy
 * @throws Refusal too_many_requests after too many failures
 */
export async function refuseAfterFailures(
  countSince: (since: Date) => Promise<Failures>,
  now: Date,
  detail: string,
): Promise<void> {
  const failures = await countSince(new Date(now.getTime() - LOGIN_WINDOW_S * 1000))
  if (failures.for_account < LOGIN_FAILURES_PER_ACCOUNT && failures.from_address < LOGIN_FAILURES_PER_ADDRESS) return
  throw new Refusal('too_many_requests', detail, { retryAfterS: LOGIN_WINDOW_S })
}

/** @throws Refusal too_many_requests when too many people wait for a hash already. */
export async function bounded<T>(hashing: Promise<T>): Promise<T> {
  try {
    return await hashing
  } catch (error) {
    if (error instanceof HashQueueFull)
      throw new Refusal('too_many_requests', 'Many people sign in just now. Try again in a few seconds.', {
        retryAfterS: 2,
      })
    throw error
  }
}
