import { uuidv7 } from 'uuidv7'
import { ALL_OPERATIONS } from '../../contract/all-operations'

const MOVING_MONEY = ALL_OPERATIONS.filter(({ once }) => once).map(
  ({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
)

/** Returns the headers of a call: calls that move money get an idempotency key each, as in the console. */
export const onceHeaders = (path: string): Record<string, string> =>
  MOVING_MONEY.some((moving) => moving.test(path)) ? { 'idempotency-key': uuidv7() } : {}
