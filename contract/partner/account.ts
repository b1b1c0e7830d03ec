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

/* What people of partners decide about their own accounts. */

const tag = 'partner-auth'
const access = { partner: PARTNER_ROLES }
const sessions = {
  status: 200,
  description: 'The sessions that go on, the latest used first.',
  schema: z.array(AccountSession),
}

export const changePartnerPassword = operation({
  id: 'changePartnerPassword',
  method: 'POST',
  path: '/partner/auth/password',
  tag,
  summary: 'Choose a new password; every session of the person ends, and the answer begins another',
  access,
  body: ChangePasswordBody,
  ok: { status: 200, description: 'The token of the new session.', schema: z.object({ token: z.string() }) },
  errors: ['validation', 'too_many_requests'],
})

export const listPartnerSessions = operation({
  id: 'listPartnerSessions',
  method: 'GET',
  path: '/partner/auth/sessions',
  tag,
  summary: 'Where the caller is signed in to the portal',
  access,
  ok: sessions,
  errors: [],
})

export const endPartnerSession = operation({
  id: 'endPartnerSession',
  method: 'DELETE',
  path: '/partner/auth/sessions/:id',
  tag,
  summary: 'Sign one of the own sessions out',
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
  summary: 'Sign the caller out everywhere else',
  access,
  ok: sessions,
  errors: [],
})

export const getPartnerSecondFactor = operation({
  id: 'getPartnerSecondFactor',
  method: 'GET',
  path: '/partner/auth/second-factor',
  tag,
  summary: 'Whether the caller signs in in two steps',
  access,
  ok: { status: 200, description: 'On or off, and how many recovery codes are left.', schema: SecondFactor },
  errors: [],
})

export const beginPartnerSecondFactor = operation({
  id: 'beginPartnerSecondFactor',
  method: 'POST',
  path: '/partner/auth/second-factor',
  tag,
  summary: 'A secret for an authenticator app; it counts once a code confirms it',
  access,
  body: WithPassword,
  ok: { status: 201, description: 'The secret.', schema: SecondFactorSetup },
  errors: ['validation', 'invalid_state', 'too_many_requests'],
})

export const confirmPartnerSecondFactor = operation({
  id: 'confirmPartnerSecondFactor',
  method: 'POST',
  path: '/partner/auth/second-factor/confirm',
  tag,
  summary: 'Confirm the secret by a code of the app: from now on signing in takes both steps',
  access,
  body: z.strictObject({ code: SecondFactorCode }),
  ok: { status: 200, description: 'The recovery codes, shown only once.', schema: RecoveryCodes },
  errors: ['validation', 'invalid_state', 'too_many_requests'],
})

export const renewPartnerRecoveryCodes = operation({
  id: 'renewPartnerRecoveryCodes',
  method: 'POST',
  path: '/partner/auth/second-factor/recovery-codes',
  tag,
  summary: 'New recovery codes; the old ones are dead',
  access,
  body: WithPassword,
  ok: { status: 200, description: 'The codes, shown only once.', schema: RecoveryCodes },
  errors: ['validation', 'invalid_state', 'too_many_requests'],
})

export const endPartnerSecondFactor = operation({
  id: 'endPartnerSecondFactor',
  method: 'POST',
  path: '/partner/auth/second-factor/end',
  tag,
  summary: 'Sign in with the password alone again',
  access,
  body: WithPassword,
  ok: { status: 200, description: 'Off.', schema: SecondFactor },
  errors: ['validation', 'too_many_requests'],
})
