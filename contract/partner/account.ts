import { z } from 'zod'
import { ChangePasswordBody } from '../entities/auth'
import {
  AccountSession,
  RecoveryCodes,
  SecondFactor,
  SecondFactorCode,
  SecondFactorSetup,
  WithPassword,
} from '../operations/accounts'
import { operation } from '../core/operations'
import { Id } from '../core/scalars'
import { PARTNER_ROLES } from '../core/vocabulary'

/* Own accounts of portal members: password, sessions, two-step sign-in. */

const tag = 'partner-auth'
const access = { partner: PARTNER_ROLES }
const sessions = {
  status: 200,
  description: 'The active sessions, the most recently used first.',
  schema: z.array(AccountSession),
}

export const changePartnerPassword = operation({
  id: 'changePartnerPassword',
  method: 'POST',
  path: '/partner/auth/password',
  tag,
  summary: 'Change the own password; all sessions of the member are closed and a new one is opened',
  access,
  body: ChangePasswordBody,
  ok: { status: 200, description: 'The token of the new session.', schema: z.object({ token: z.string() }) },
  errors: ['validation', 'too_many_requests'],
  unkeyed: 'secret',
})

export const listPartnerSessions = operation({
  id: 'listPartnerSessions',
  method: 'GET',
  path: '/partner/auth/sessions',
  tag,
  summary: 'List the portal sessions of the signed-in member',
  access,
  ok: sessions,
  errors: [],
})

export const endPartnerSession = operation({
  id: 'endPartnerSession',
  method: 'DELETE',
  path: '/partner/auth/sessions/:id',
  tag,
  summary: 'Sign out one session of the signed-in member',
  access,
  params: z.object({ id: Id }),
  ok: sessions,
  errors: ['not_found'],
})

export const endOtherPartnerSessions = operation({
  id: 'endOtherPartnerSessions',
  method: 'POST',
  path: '/partner/auth/sessions/end-others',
  tag,
  summary: 'Sign out all other sessions of the signed-in member',
  access,
  ok: sessions,
  errors: [],
})

export const getPartnerSecondFactor = operation({
  id: 'getPartnerSecondFactor',
  method: 'GET',
  path: '/partner/auth/second-factor',
  tag,
  summary: 'Get the two-step sign-in state of the signed-in member',
  access,
  ok: { status: 200, description: 'Whether it is on, and the number of unused recovery codes.', schema: SecondFactor },
  errors: [],
})

export const beginPartnerSecondFactor = operation({
  id: 'beginPartnerSecondFactor',
  method: 'POST',
  path: '/partner/auth/second-factor',
  tag,
  summary: 'Create a secret for an authenticator app; it takes effect when a code confirms it',
  access,
  body: WithPassword,
  ok: { status: 201, description: 'The secret.', schema: SecondFactorSetup },
  errors: ['validation', 'invalid_state', 'too_many_requests'],
  unkeyed: 'secret',
})

export const confirmPartnerSecondFactor = operation({
  id: 'confirmPartnerSecondFactor',
  method: 'POST',
  path: '/partner/auth/second-factor/confirm',
  tag,
  summary: 'Turn on two-step sign-in with a code of the app',
  access,
  body: z.strictObject({ code: SecondFactorCode }),
  ok: { status: 200, description: 'The recovery codes, shown only once.', schema: RecoveryCodes },
  errors: ['validation', 'invalid_state', 'too_many_requests'],
  unkeyed: 'secret',
})

export const renewPartnerRecoveryCodes = operation({
  id: 'renewPartnerRecoveryCodes',
  method: 'POST',
  path: '/partner/auth/second-factor/recovery-codes',
  tag,
  summary: 'Replace the recovery codes; the old ones become invalid',
  access,
  body: WithPassword,
  ok: { status: 200, description: 'The codes, shown only once.', schema: RecoveryCodes },
  errors: ['validation', 'invalid_state', 'too_many_requests'],
  unkeyed: 'secret',
})

export const endPartnerSecondFactor = operation({
  id: 'endPartnerSecondFactor',
  method: 'POST',
  path: '/partner/auth/second-factor/end',
  tag,
  summary: 'Turn off two-step sign-in',
  access,
  body: WithPassword,
  ok: { status: 200, description: 'Two-step sign-in is off.', schema: SecondFactor },
  errors: ['validation', 'too_many_requests'],
})
