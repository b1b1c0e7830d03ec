import { ACCOUNT_PREPARATIONS } from './accounts'
import { DEPARTURE_PREPARATIONS, LEAVING_PREPARATIONS } from './departures'
import { PARTNER_PREPARATIONS, SETTLEMENT_PREPARATIONS } from './partners'
import type { Prepare } from './preparation'
import { RECORD_PREPARATIONS } from './records'
import { SALE_PREPARATIONS } from './sales'

/** What happens before a call of an operation that is applied to a record in a certain state, by operation. */
export const PREPARATIONS: Readonly<Record<string, Prepare>> = {
  ...RECORD_PREPARATIONS,
  ...ACCOUNT_PREPARATIONS,
  ...DEPARTURE_PREPARATIONS,
  ...LEAVING_PREPARATIONS,
  ...PARTNER_PREPARATIONS,
  ...SETTLEMENT_PREPARATIONS,
  ...SALE_PREPARATIONS,
}
