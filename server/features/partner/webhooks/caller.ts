import type { Environment } from '../../../../contract/core/vocabulary'
import type { Context } from '../../../http/context'
import { Refusal } from '../../../http/refusal'

/** @throws Refusal not_authenticated */
export function partnerOf({ partner }: Context): string {
  if (!partner) throw new Refusal('not_authenticated', 'Sign in to the partner portal.')
  return partner.partnerId
}

/** The environment of a key, which sees nothing of the other one; null for people, who see both. */
export const environmentSeen = ({ partner }: Context): Environment | null =>
  partner?.memberId === null ? partner.environment : null

/** @throws Refusal environment_mismatch */
export function refuseOtherEnvironment(environment: Environment, context: Context): void {
  const seen = environmentSeen(context)
  if (seen !== null && seen !== environment)
    throw new Refusal('environment_mismatch', `This belongs to ${environment}. Call with a ${environment} key.`)
}
