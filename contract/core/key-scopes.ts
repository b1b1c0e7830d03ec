import { CREDENTIAL_SCOPES, type CredentialScope, type Environment, type PartnerRole } from './vocabulary'

/** What people of each role do on live data, as scopes of a key. */
const LIVE_SCOPES: Record<PartnerRole, readonly CredentialScope[]> = {
  owner: CREDENTIAL_SCOPES,
  developer: ['journeys:read', 'trips:read', 'webhooks:manage'],
  agent: ['journeys:read', 'trips:read', 'trips:write'],
  viewer: ['journeys:read', 'trips:read'],
}

/**
 * The most that a key of somebody with this role may do: what they may do themselves. Nothing is sold in the test
 * environment, so whoever develops tries everything there.
 */
export const scopesOf = (role: PartnerRole, environment: Environment): readonly CredentialScope[] =>
  environment === 'test' && role === 'developer' ? CREDENTIAL_SCOPES : LIVE_SCOPES[role]
