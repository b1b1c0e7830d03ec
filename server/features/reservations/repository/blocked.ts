import type { Reader } from '../../../db/transaction'
import { customerAtSale } from '../../../kernel/prices'
import { wrongState } from '../../../http/refusal'

const blocked = () =>
  wrongState([
    { path: 'customer_id', message: 'This customer is blocked, so nothing is sold to them. Unblock them first.' },
  ])

/** @throws Refusal invalid_state where nothing may be sold to the customer */
export async function refuseBlocked(reader: Reader, id: string | null): Promise<void> {
  if ((await customerAtSale(reader, id)).is_blocked) throw blocked()
}

/** The tags of a customer to whom something is sold. @throws Refusal invalid_state where nothing may be */
export async function tagsAtSale(reader: Reader, id: string | null): Promise<string[]> {
  const { tags, is_blocked } = await customerAtSale(reader, id)
  if (is_blocked) throw blocked()
  return tags
}
