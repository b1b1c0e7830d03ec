import type { Partner } from '../../../../contract/entities/partner'
import { sentence, type Sentence } from '../../../../contract/core/sentence'
import type { Reader } from '../../../db/transaction'
import { dayAt } from '../../../domain/pricing/travel'
import type { Context } from '../../../kernel/context'
import { callerOf } from '../../../http/partner-caller'
import { Refusal, wrongState } from '../../../http/refusal'
import { getPartner, type Owner } from './repository/owner'

export type Seller = Pick<Partner, 'id' | 'timezone' | 'status' | 'contract'>

/** Returns the owner of the trips that a call can access. @throws Refusal not_authenticated */
export function ownerOf(context: Context): Owner {
  const { partnerId, environment } = callerOf(context)
  return { partnerId, environment }
}

/** Returns the calling partner with its contract. @throws Refusal token_invalid */
export async function sellerOf(reader: Reader, context: Context): Promise<Seller> {
  const partner = await getPartner(reader, callerOf(context).partnerId)
  if (!partner) throw new Refusal('token_invalid', sentence`Sign in again.`)
  return partner
}

/** Returns whether the contract allows sales of a route; an empty list of routes allows all. */
export const maySell = ({ contract }: Seller, routeId: string): boolean =>
  contract.allowed_route_ids.length === 0 || contract.allowed_route_ids.includes(routeId)

/**
 * Refuses sales without the operator's approval on live data, and sales outside the contract's period.
 * @throws Refusal invalid_state
 */
export function refuseUnlessTrading({ status, contract, timezone }: Seller, context: Context): void {
  const { environment } = callerOf(context)
  if (environment === 'live' && status !== 'active')
    throw refusal(
      sentence`The operator has not approved live sales yet. Use a test key until then, or ask the operator.`,
    )
  const today = dayAt(context.now().toISOString(), timezone)
  if (contract.valid_from !== null && today < contract.valid_from)
    throw refusal(sentence`The contract begins on ${contract.valid_from}. Sales are possible from that day on.`)
  if (contract.valid_to !== null && today > contract.valid_to)
    throw refusal(sentence`The contract ended on ${contract.valid_to}. Ask the operator for a new one.`)
}

const refusal = (message: Sentence) => wrongState([{ path: '', message }])
