import type { Environment } from '../../contract/core/vocabulary'
import type { Reader } from '../db/transaction'
import { partnerExists } from '../kernel/operators'
import type { Context, PartnerCaller } from '../kernel/context'
import { Refusal } from './refusal'

/** Returns the caller of a call of the partner area. @throws Refusal not_authenticated */
export function callerOf({ partner }: Context): PartnerCaller {
  if (!partner) throw new Refusal('not_authenticated', 'Sign in to the partner portal.')
  return partner
}

/** Returns the id of the partner of a call. @throws Refusal not_authenticated */
export const partnerOf = (context: Context): string => callerOf(context).partnerId

/** Returns the id of a partner that staff asks for. @throws Refusal not_found */
export async function knownPartner(reader: Reader, id: string): Promise<string> {
  if (await partnerExists(reader, id)) return id
  throw new Refusal('not_found', 'There is no partner with this id.')
}

/** Returns the environment of a key, which cannot see the other one; null for people, who see both. */
export const environmentSeen = ({ partner }: Context): Environment | null =>
  partner?.memberId === null ? partner.environment : null

/** Refuses records of an environment that the caller cannot see. @throws Refusal environment_mismatch */
export function refuseOtherEnvironment(environment: Environment, context: Context): void {
  const seen = environmentSeen(context)
  if (seen !== null && seen !== environment)
    throw new Refusal('environment_mismatch', `This belongs to ${environment}. Call with a ${environment} key.`)
}
