import { uuidv7 } from 'uuidv7'
import { ALL_OPERATIONS } from '../../contract/all-operations'

const MOVING_MONEY = ALL_OPERATIONS.filter(({ once }) => once).map(
  ({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
)

/** The headers that a call needs where it moves money: as in the console, each has a key of its own. */
export const onceHeaders = (path: string): Record<string, string> =>
  MOVING_MONEY.some((moving) => moving.test(path)) ? { 'idempotency-key': uuidv7() } : {}
