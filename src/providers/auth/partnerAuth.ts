import type { AcceptInvitationBody, InvitationInfo } from '../../../contract/partner/auth'
import { partnerSession } from './partnerSession'
import { call } from '../http/call'
import { renewToken } from '../http/refresh'
import { logWarning } from '../log'

/** @throws HttpError; an Error whose message is a key where the answer is not whole */
export async function signInPartner(email: string, password: string, code?: string): Promise<void> {
  const body = { email, password, ...(code !== undefined && { code }) }
  partnerSession.start(await call('POST /partner/auth/login', { body }))
}

/** The session ends here at once; that the server could not be told is only noted. */
export async function signOutPartner(): Promise<void> {
  const token = partnerSession.token()
  partnerSession.end()
  if (token === null) return
  await call('POST /partner/auth/logout', { body: { token } }).catch((error: unknown) =>
    logWarning('The server could not be told that the partner signed out', error),
  )
}

/** Renews the token by hand. A refusal ends the session. @throws Error `No partner token available` where there is none */
export async function refreshPartner(): Promise<void> {
  try {
    await renewToken('partner')
  } catch (error) {
    partnerSession.end()
    throw error
  }
}

/** Asked once a minute. The server says with a 401 when a token has run out, so a look at the clock never requires a refresh. */
export const isPartnerRefreshDue = (): boolean => false

export function readInvitation(token: string): Promise<InvitationInfo> {
  return call('GET /partner/auth/invitations/:token', { params: { token } })
}

/** Accepts and signs in. */
export async function acceptInvitation(token: string, body: AcceptInvitationBody): Promise<void> {
  partnerSession.start(await call('POST /partner/auth/invitations/:token/accept', { params: { token }, body }))
}
