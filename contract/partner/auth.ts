import { z } from 'zod'
import { Password } from '../entities/user'
import { PASSWORD_MAX_CHARS } from '../core/limits/passwords'
import { operation } from '../core/operations'
import { Currency, Email, Id, Instant, TimeZone, line } from '../core/scalars'
import { PARTNER_ROLES, PARTNER_STATUSES } from '../core/vocabulary'
import { schemaMessage } from '../core/sentence'

const tag = 'partner-auth'

/** Password for a sign-in. Only its length is checked here, so that the answer does not reveal the password rules. */
export const PresentedPassword = z
  .string()
  .min(1, schemaMessage`Enter the password.`)
  .max(PASSWORD_MAX_CHARS)
/** Presented token. A token of another form is refused without a database query. */
const PresentedToken = z.string().min(1).max(512)

export const PartnerLoginBody = z.strictObject({
  email: z
    .string()
    .trim()
    .min(1, schemaMessage`Enter the email address.`)
    .max(254),
  password: PresentedPassword,
  /** Code of the authenticator app or recovery code, for accounts with two-step sign-in. */
  code: z.string().trim().max(40).optional(),
})
export type PartnerLoginBody = z.output<typeof PartnerLoginBody>

export const PartnerTokenBody = z.strictObject({ token: PresentedToken })

/** Member of a partner who is signed in to the portal. */
export const PartnerUser = z.object({
  id: Id,
  email: Email,
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  role: z.enum(PARTNER_ROLES),
})
export type PartnerUser = z.output<typeof PartnerUser>

/** Partner of the signed-in member. */
export const PartnerProfile = z.object({
  id: Id,
  code: z.string(),
  legal_name: z.string(),
  trading_name: z.string().nullable(),
  currency: Currency,
  timezone: TimeZone,
  status: z.enum(PARTNER_STATUSES),
})
export type PartnerProfile = z.output<typeof PartnerProfile>

export const PartnerIdentity = z.object({ user: PartnerUser, partner: PartnerProfile })
export type PartnerIdentity = z.output<typeof PartnerIdentity>

export const PartnerSignIn = z.object({
  /** 40 characters, for the header `Authorization: Token …`. */
  token: z.string(),
  ...PartnerIdentity.shape,
})
export type PartnerSignIn = z.output<typeof PartnerSignIn>

/** Details of an invitation before it is accepted. */
export const InvitationInfo = z.object({
  email: Email,
  role: z.enum(PARTNER_ROLES),
  partner_name: z.string(),
  expires_at: Instant,
})
export type InvitationInfo = z.output<typeof InvitationInfo>

export const AcceptInvitationBody = z.strictObject({
  first_name: line(100),
  last_name: line(100),
  password: Password,
})
export type AcceptInvitationBody = z.output<typeof AcceptInvitationBody>

/** 32 random bytes as base64url. */
export const InvitationToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
const InvitationParams = z.object({ token: z.string().max(200) })
const INVITATION_ERRORS = [
  'invitation_unknown',
  'invitation_used',
  'invitation_expired',
  'invitation_revoked',
  'partner_suspended',
  'too_many_requests',
] as const

export const partnerLogin = operation({
  id: 'partnerLogin',
  method: 'POST',
  path: '/partner/auth/login',
  isRepeatable: true,
  tag,
  summary: 'Sign in to the partner portal',
  access: 'public',
  body: PartnerLoginBody,
  ok: { status: 200, description: 'A new session.', schema: PartnerSignIn },
  errors: [
    'invalid_credentials',
    'portal_code_required',
    'portal_code_wrong',
    'partner_suspended',
    'validation',
    'too_many_requests',
  ],
})

export const partnerRefresh = operation({
  id: 'partnerRefresh',
  method: 'POST',
  path: '/partner/auth/refresh',
  isRepeatable: true,
  tag,
  summary: 'Refresh a portal token; the old one stays valid for a minute',
  access: 'public',
  body: PartnerTokenBody,
  invalidBody: 'malformed',
  ok: { status: 200, description: 'The new token.', schema: z.object({ token: z.string() }) },
  errors: ['malformed', 'token_invalid', 'token_expired', 'partner_suspended'],
})

export const partnerLogout = operation({
  id: 'partnerLogout',
  method: 'POST',
  path: '/partner/auth/logout',
  isRepeatable: true,
  tag,
  summary: 'Sign out of the partner portal: close the session of a token',
  access: 'public',
  body: PartnerTokenBody,
  ok: { status: 200, description: 'The session is closed, or was closed before.', schema: z.object({}) },
  errors: ['validation'],
})

export const getPartnerIdentity = operation({
  id: 'getPartnerIdentity',
  method: 'GET',
  path: '/partner/auth/me',
  tag,
  summary: 'Get the signed-in member and their partner',
  access: { partner: PARTNER_ROLES },
  ok: { status: 200, description: 'The member and the partner.', schema: PartnerIdentity },
  errors: [],
})

export const getPartnerInvitation = operation({
  id: 'getPartnerInvitation',
  method: 'GET',
  path: '/partner/auth/invitations/:token',
  tag,
  summary: 'Get the details of an invitation',
  access: 'public',
  params: InvitationParams,
  ok: { status: 200, description: 'The invitation can be accepted.', schema: InvitationInfo },
  errors: INVITATION_ERRORS,
})

export const acceptPartnerInvitation = operation({
  id: 'acceptPartnerInvitation',
  method: 'POST',
  path: '/partner/auth/invitations/:token/accept',
  tag,
  summary: 'Accept an invitation with a password, and sign in',
  access: 'public',
  params: InvitationParams,
  body: AcceptInvitationBody,
  ok: { status: 200, description: 'A new session.', schema: PartnerSignIn },
  errors: [...INVITATION_ERRORS, 'already_exists', 'validation'],
})
