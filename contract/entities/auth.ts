import { z } from 'zod'
import { PASSWORD_MAX_CHARS } from '../core/limits/passwords'
import { Id, Instant, LanguageCode } from '../core/scalars'
import { ROLES } from '../core/vocabulary'
import { Password } from './user'
import { schemaMessage } from '../core/sentence'

/** A password at sign-in, checked without the password rules, so that errors do not disclose them. */
export const PresentedPassword = z
  .string()
  .min(1, schemaMessage`Enter the password.`)
  .max(PASSWORD_MAX_CHARS)

export const LoginBody = z.strictObject({
  /** The user name or the email address. */
  username: z
    .string()
    .trim()
    .min(1, schemaMessage`Enter the user name.`)
    .max(254),
  password: PresentedPassword,
  /** Second-factor code for accounts that have one: from the authenticator app, or a recovery code. */
  code: z.string().trim().max(40).optional(),
})
export type LoginBody = z.output<typeof LoginBody>

export const RefreshBody = z.strictObject({ refresh: z.string().min(1).max(512) })
export type RefreshBody = z.output<typeof RefreshBody>

export const ChangePasswordBody = z.strictObject({
  current_password: PresentedPassword,
  new_password: Password,
})
export type ChangePasswordBody = z.output<typeof ChangePasswordBody>

/** The signed-in user. */
export const CurrentUser = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  is_staff: z.boolean(),
  role: z.enum(ROLES),
  locale: LanguageCode,
  must_change_password: z.boolean(),
})
export type CurrentUser = z.output<typeof CurrentUser>

/** Ticket that opens one live connection of the session that requested it. */
export const LiveTicket = z.object({ ticket: z.string(), expires_at: Instant })
export type LiveTicket = z.output<typeof LiveTicket>

/** Answer to a login. */
export const Tokens = z.object({
  /** JWT for the Authorization header. */
  access: z.string(),
  /** Valid for one refresh; its answer contains the next token. */
  refresh: z.string(),
  user: CurrentUser,
})
export type Tokens = z.output<typeof Tokens>

export const RefreshedTokens = z.object({ access: z.string(), refresh: z.string() })
export type RefreshedTokens = z.output<typeof RefreshedTokens>
