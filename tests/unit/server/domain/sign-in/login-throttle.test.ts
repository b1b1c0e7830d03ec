import { expect, it } from 'vitest'
import {
  LOGIN_FAILURES_FROM_STRANGE_NETWORKS as STRANGE,
  LOGIN_FAILURES_PER_ACCOUNT as HERE,
  LOGIN_FAILURES_PER_NETWORK as NETWORK,
} from '../../../../../contract/core/limits/sign-in'
import { isThrottled } from '../../../../../server/domain/sign-in/login-throttle'

const waits = (here: number, from_strange: number, from_network: number, is_known: boolean) =>
  isThrottled({ here, from_strange, from_network, is_known })

it('login throttle counts for a known client only its own failures', () => {
  expect([waits(HERE, 1_000, 1_000, true), waits(HERE + 1, 0, HERE + 1, true)]).toEqual([false, true])
})

it('login throttle counts for a new client the failures of the account anywhere, and of any client at its address', () => {
  expect(waits(HERE, STRANGE, NETWORK, false)).toBe(false)
  expect([waits(HERE + 1, STRANGE, NETWORK, false), waits(1, STRANGE + 1, 1, false)]).toEqual([true, true])
  expect(waits(1, 1, NETWORK + 1, false)).toBe(true)
})
