import { CREDENTIAL_SCOPES, type CredentialScope, type Environment, type PartnerRole } from './vocabulary'

/** Scopes on live data that match the permissions of each role. */
const LIVE_SCOPES: Record<PartnerRole, readonly CredentialScope[]> = {
  owner: CREDENTIAL_SCOPES,
  developer: ['journeys:read', 'trips:read', 'webhooks:manage'],
  agent: ['journeys:read', 'trips:read', 'trips:write'],
  viewer: ['journeys:read', 'trips:read'],
}

/**
 * Returns the scopes that a user of this role may give a key: at most the user's own permissions. In the test environment
 * a developer may give all scopes, because nothing is sold there.
 */
export const scopesOf = (role: PartnerRole, environment: Environment): readonly CredentialScope[] =>
  environment === 'test' && role === 'developer' ? CREDENTIAL_SCOPES : LIVE_SCOPES[role]
