import { z } from 'zod'
import { PresentedPassword } from '../entities/auth'
import { Password } from '../entities/user'
import { operation } from '../core/operations'
import { Id, Instant } from '../core/scalars'
import { ACCOUNT_LINK_PURPOSES } from '../core/vocabulary'
import { schemaMessage } from '../core/sentence'

/* Accounts of staff: invitations and password resets, two-step sign-in, sessions. */

const tag = 'auth'
const decide = { action: 'edit', resource: 'users' } as const

const NO_CODE = schemaMessage`Must be the 6 digits that the authenticator app shows, or a recovery code.`
/** Code of an authenticator app, or a recovery code. Spaces and dashes are ignored. */
export const SecondFactorCode = z.string().trim().min(6, NO_CODE).max(40, NO_CODE)

/** Session of one device. */
export const AccountSession = z.object({
  id: Id,
  created_at: Instant,
  last_used_at: Instant,
  expires_at: Instant,
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** Whether it is the session of this request. */
  is_current: z.boolean(),
})
export type AccountSession = z.output<typeof AccountSession>

const Sessions = z.array(AccountSession)
const sessions = { status: 200, description: 'The active sessions, the most recently used first.', schema: Sessions }

export const listOwnSessions = operation({
  id: 'listOwnSessions',
  method: 'GET',
  path: '/auth/sessions',
  tag,
  summary: 'List the sessions of the signed-in user',
  access: 'signed-in',
  ok: sessions,
  errors: [],
})

export const endOwnSession = operation({
  id: 'endOwnSession',
  method: 'DELETE',
  path: '/auth/sessions/:id',
  tag,
  summary: 'Sign out one session of the signed-in user',
  access: 'signed-in',
  params: z.object({ id: Id }),
  ok: sessions,
  errors: ['not_found'],
})

export const endOtherSessions = operation({
  id: 'endOtherSessions',
  method: 'POST',
  path: '/auth/sessions/end-others',
  tag,
  summary: 'Sign out all other sessions of the signed-in user',
  access: 'signed-in',
  ok: sessions,
  errors: [],
})

const UserParams = z.object({ id: Id })

export const listUserSessions = operation({
  id: 'listUserSessions',
  method: 'GET',
  path: '/users/:id/sessions',
  tag,
  summary: 'List the sessions of a user',
  access: decide,
  params: UserParams,
  ok: sessions,
  errors: ['not_found'],
})

export const endUserSession = operation({
  id: 'endUserSession',
  method: 'DELETE',
  path: '/users/:id/sessions/:sessionId',
  tag,
  summary: 'Sign out one session of a user',
  access: decide,
  params: z.object({ id: Id, sessionId: Id }),
  ok: sessions,
  errors: ['not_found'],
})

export const SecondFactor = z.object({
  enabled: z.boolean(),
  recovery_codes_left: z.int().min(0),
})
export type SecondFactor = z.output<typeof SecondFactor>

/** Secret for an authenticator app. It can be read until a code confirms it. */
export const SecondFactorSetup = z.object({
  /** Base32, for typing into the app. */
  secret: z.string(),
  /** The secret as an `otpauth:` URI. */
  uri: z.string(),
  /** The URI as a QR code: its rows, `1` for a dark square. */
  qr: z.array(z.string().regex(/^[01]+$/)),
})
export type SecondFactorSetup = z.output<typeof SecondFactorSetup>

/** Each code replaces the app for one sign-in. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
export type RecoveryCodes = z.output<typeof RecoveryCodes>

export const WithPassword = z.strictObject({ password: PresentedPassword })

export const getSecondFactor = operation({
  id: 'getSecondFactor',
  method: 'GET',
  path: '/auth/second-factor',
  tag,
  summary: 'Get the two-step sign-in state of the signed-in user',
  access: 'signed-in',
  ok: { status: 200, description: 'Whether it is on, and the number of unused recovery codes.', schema: SecondFactor },
  errors: [],
})

export const beginSecondFactor = operation({
  id: 'beginSecondFactor',
  method: 'POST',
  path: '/auth/second-factor',
  tag,
  summary: 'Create a secret for an authenticator app; it takes effect when a code confirms it',
  access: 'signed-in',
  body: WithPassword,
  ok: { status: 201, description: 'The secret.', schema: SecondFactorSetup },
  errors: ['validation', 'invalid_state', 'too_many_requests'],
  unkeyed: 'secret',
})

export const confirmSecondFactor = operation({
  id: 'confirmSecondFactor',
  method: 'POST',
  path: '/auth/second-factor/confirm',
  tag,
  summary: 'Turn on two-step sign-in with a code of the app',
  access: 'signed-in',
  body: z.strictObject({ code: SecondFactorCode }),
  ok: { status: 200, description: 'The recovery codes, shown only once.', schema: RecoveryCodes },
  errors: ['validation', 'invalid_state', 'too_many_requests'],
  unkeyed: 'secret',
})

export const renewRecoveryCodes = operation({
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: '/auth/second-factor/recovery-codes',
  tag,
  summary: 'Replace the recovery codes; the old ones become invalid',
  access: 'signed-in',
  body: WithPassword,
  ok: { status: 200, description: 'The codes, shown only once.', schema: RecoveryCodes },
  errors: ['validation', 'invalid_state', 'too_many_requests'],
  unkeyed: 'secret',
})

export const endSecondFactor = operation({
  id: 'endSecondFactor',
  method: 'POST',
  path: '/auth/second-factor/end',
  tag,
  summary: 'Turn off two-step sign-in',
  access: 'signed-in',
  body: WithPassword,
  ok: { status: 200, description: 'Two-step sign-in is off.', schema: SecondFactor },
  errors: ['validation', 'too_many_requests'],
})

export const resetSecondFactor = operation({
  id: 'resetSecondFactor',
  method: 'POST',
  path: '/users/:id/second-factor/reset',
  tag,
  summary: 'Turn off two-step sign-in for a user who has lost the device',
  access: decide,
  params: UserParams,
  ok: { status: 200, description: 'Two-step sign-in is off.', schema: SecondFactor },
  errors: ['not_found', 'invalid_state'],
})

/** Link to a page where a user chooses a password. */
export const AccountLink = z.object({
  purpose: z.enum(ACCOUNT_LINK_PURPOSES),
  email: z.string(),
  expires_at: Instant,
  /** Returned once, and only if it was not sent by email. */
  link: z.string().nullable(),
})
export type AccountLink = z.output<typeof AccountLink>

export const createAccountLink = operation({
  id: 'createAccountLink',
  method: 'POST',
  path: '/users/:id/link',
  tag,
  summary: 'Create a password link: an invitation before the first password, else a reset; earlier links expire',
  access: decide,
  params: UserParams,
  body: z.strictObject({
    /** Returns the link to the caller instead of sending it by email. */
    show_link: z.boolean().default(false),
  }),
  ok: { status: 201, description: 'The link was sent, or is shown only once.', schema: AccountLink },
  errors: ['not_found', 'validation', 'invalid_state'],
  unkeyed: 'secret',
})

const LinkParams = z.object({ token: z.string().max(200) })

export const LinkedAccount = z.object({
  purpose: z.enum(ACCOUNT_LINK_PURPOSES),
  username: z.string(),
  name: z.string(),
  company: z.string(),
  expires_at: Instant,
})
export type LinkedAccount = z.output<typeof LinkedAccount>

export const readAccountLink = operation({
  id: 'readAccountLink',
  method: 'GET',
  path: '/account-links/:token',
  tag,
  summary: 'Get the account of a password link',
  access: 'public',
  params: LinkParams,
  ok: { status: 200, description: 'The account.', schema: LinkedAccount },
  errors: ['link_unknown', 'link_over'],
})

export const followAccountLink = operation({
  id: 'followAccountLink',
  method: 'POST',
  path: '/account-links/:token',
  tag,
  summary: 'Choose the password of an account with its link; all its sessions are closed',
  access: 'public',
  params: LinkParams,
  body: z.strictObject({ password: Password }),
  ok: { status: 200, description: 'The password is set. Sign in with it.', schema: z.object({ username: z.string() }) },
  errors: ['link_unknown', 'link_over', 'validation', 'too_many_requests'],
})
