import type { Environment } from '../../contract/core/vocabulary'
import { sentence } from '../../contract/core/sentence'
import type { Reader } from '../db/transaction'
import type { Context, PartnerCaller } from '../kernel/context'
import { knownRecord } from './known-record'
import { Refusal } from './refusal'

/** Returns the caller of a call of the partner area. @throws Refusal not_authenticated */
export function callerOf({ partner }: Context): PartnerCaller {
  if (!partner) throw new Refusal('not_authenticated', sentence`Sign in to the partner portal.`)
  return partner
}

/** Returns the id of the partner of a call. @throws Refusal not_authenticated */
export const partnerOf = (context: Context): string => callerOf(context).partnerId

/** Returns the id of a partner that staff asks for. @throws Refusal not_found */
export const knownPartner = (reader: Reader, id: string): Promise<string> => knownRecord(reader, 'partners', id)

/** Returns the environment of a key, which cannot see the other one; null for people, who see both. */
export const environmentSeen = ({ partner }: Context): Environment | null =>
  partner?.memberId === null ? partner.environment : null

/** Refuses records of an environment that the caller cannot see. @throws Refusal environment_mismatch */
export function refuseOtherEnvironment(environment: Environment, context: Context): void {
  const seen = environmentSeen(context)
  if (seen !== null && seen !== environment)
    throw new Refusal(
      'environment_mismatch',
      environment === 'live'
        ? sentence`This belongs to live. Call with a live key.`
        : sentence`This belongs to test. Call with a test key.`,
    )
}
