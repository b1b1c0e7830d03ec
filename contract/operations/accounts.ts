import { z } from 'zod'
import { PresentedPassword } from '../entities/auth'
import { Password } from '../entities/user'
import { operation } from '../core/operations'
import { Id, Instant } from '../core/scalars'
import { ACCOUNT_LINK_PURPOSES } from '../core/vocabulary'

/* How people come to their accounts, what protects them, and where they are signed in. */

const tag = 'auth'
const decide = { action: 'edit', resource: 'users' } as const

/** What an authenticator app shows, or one of the recovery codes; spaces and dashes do not count. */
export const SecondFactorCode = z.string().trim().min(6, 'Enter the code.').max(40)

/** One sign-in on one device. */
export const AccountSession = z.object({
  id: Id,
  created_at: Instant,
  last_used_at: Instant,
  expires_at: Instant,
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** Of the caller. */
  is_current: z.boolean(),
})
export type AccountSession = z.output<typeof AccountSession>

const Sessions = z.array(AccountSession)
const sessions = { status: 200, description: 'The sessions that go on, the latest used first.', schema: Sessions }

export const listOwnSessions = operation({
  id: 'listOwnSessions',
  method: 'GET',
  path: '/auth/sessions',
  tag,
  summary: 'Where the caller is signed in',
  access: 'signed-in',
  ok: sessions,
  errors: [],
})

export const endOwnSession = operation({
  id: 'endOwnSession',
  method: 'DELETE',
  path: '/auth/sessions/:id',
  tag,
  summary: 'Sign one of the own sessions out',
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
  summary: 'Sign the caller out everywhere else',
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
  summary: 'Where a person is signed in',
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
  summary: 'Sign a person out on one device',
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

/** What an authenticator app is given; told until it is confirmed by a code. */
export const SecondFactorSetup = z.object({
  /** Base32, for those who type it. */
  secret: z.string(),
  /** The same as `otpauth:` address. */
  uri: z.string(),
  /** The address as a QR code: its rows, `1` for a dark square. */
  qr: z.array(z.string().regex(/^[01]+$/)),
})
export type SecondFactorSetup = z.output<typeof SecondFactorSetup>

/** Each is good for one sign-in without the app. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
export type RecoveryCodes = z.output<typeof RecoveryCodes>

export const WithPassword = z.strictObject({ password: PresentedPassword })

export const getSecondFactor = operation({
  id: 'getSecondFactor',
  method: 'GET',
  path: '/auth/second-factor',
  tag,
  summary: 'Whether the caller signs in in two steps',
  access: 'signed-in',
  ok: { status: 200, description: 'On or off, and how many recovery codes are left.', schema: SecondFactor },
  errors: [],
})

export const beginSecondFactor = operation({
  id: 'beginSecondFactor',
  method: 'POST',
  path: '/auth/second-factor',
  tag,
  summary: 'A secret for an authenticator app; it counts once a code confirms it',
  access: 'signed-in',
  body: WithPassword,
  ok: { status: 201, description: 'The secret.', schema: SecondFactorSetup },
  errors: ['validation', 'invalid_state', 'too_many_requests'],
})

export const confirmSecondFactor = operation({
  id: 'confirmSecondFactor',
  method: 'POST',
  path: '/auth/second-factor/confirm',
  tag,
  summary: 'Confirm the secret by a code of the app: from now on signing in takes both steps',
  access: 'signed-in',
  body: z.strictObject({ code: SecondFactorCode }),
  ok: { status: 200, description: 'The recovery codes, shown only once.', schema: RecoveryCodes },
  errors: ['validation', 'invalid_state', 'too_many_requests'],
})

export const renewRecoveryCodes = operation({
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: '/auth/second-factor/recovery-codes',
  tag,
  summary: 'New recovery codes; the old ones are dead',
  access: 'signed-in',
  body: WithPassword,
  ok: { status: 200, description: 'The codes, shown only once.', schema: RecoveryCodes },
  errors: ['validation', 'invalid_state', 'too_many_requests'],
})

export const endSecondFactor = operation({
  id: 'endSecondFactor',
  method: 'POST',
  path: '/auth/second-factor/end',
  tag,
  summary: 'Sign in with the password alone again',
  access: 'signed-in',
  body: WithPassword,
  ok: { status: 200, description: 'Off.', schema: SecondFactor },
  errors: ['validation', 'too_many_requests'],
})

export const resetSecondFactor = operation({
  id: 'resetSecondFactor',
  method: 'POST',
  path: '/users/:id/second-factor/reset',
  tag,
  summary: 'Turn off two-step sign-in for someone who has lost the device',
  access: decide,
  params: UserParams,
  ok: { status: 200, description: 'Off.', schema: SecondFactor },
  errors: ['not_found', 'invalid_state'],
})

/** A link by which a person chooses a password. */
export const AccountLink = z.object({
  purpose: z.enum(ACCOUNT_LINK_PURPOSES),
  email: z.string(),
  expires_at: Instant,
  /** Told this once, and only where it was not sent by mail. */
  link: z.string().nullable(),
})
export type AccountLink = z.output<typeof AccountLink>

export const createAccountLink = operation({
  id: 'createAccountLink',
  method: 'POST',
  path: '/users/:id/link',
  tag,
  summary:
    'A link by which somebody chooses a password: an invitation until they have, a reset after; earlier ones die',
  access: decide,
  params: UserParams,
  body: z.strictObject({
    /** Not by mail: whoever asks hands the link on. */
    show_link: z.boolean().default(false),
  }),
  ok: { status: 201, description: 'Sent, or shown only once.', schema: AccountLink },
  errors: ['not_found', 'validation', 'invalid_state'],
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
  summary: 'Whose password a link is for',
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
  summary: 'Choose the password, once; every session of the account ends',
  access: 'public',
  params: LinkParams,
  body: z.strictObject({ password: Password }),
  ok: { status: 200, description: 'Chosen: sign in with it.', schema: z.object({ username: z.string() }) },
  errors: ['link_unknown', 'link_over', 'validation', 'too_many_requests'],
})
