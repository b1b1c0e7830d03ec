import type { AcceptInvitationBody, InvitationInfo } from '../../../contract/partner/auth'
import { partnerSession } from './partnerSession'
import { call } from '../http/call'
import { renewToken } from '../http/refresh'
import { logWarning } from '../log'

/** Signs in a partner user. @throws HttpError; an Error with a dictionary key as message for an incomplete answer */
export async function signInPartner(email: string, password: string, code?: string): Promise<void> {
  const body = { email, password, ...(code !== undefined && { code }) }
  partnerSession.start(await call('POST /partner/auth/login', { body }))
}

/** Ends the local session at once; a failed call to the server is only logged. */
export async function signOutPartner(): Promise<void> {
  const token = partnerSession.token()
  partnerSession.end()
  if (token === null) return
  await call('POST /partner/auth/logout', { body: { token } }).catch((error: unknown) =>
    logWarning('The sign-out of the partner could not be sent to the server', error),
  )
}

/** Renews the token on request; a failure ends the session. @throws Error `No partner token available` without a token */
export async function refreshPartner(): Promise<void> {
  try {
    await renewToken('partner')
  } catch (error) {
    partnerSession.end()
    throw error
  }
}

/** Always false, polled once a minute: a 401 reports an expired token, so the clock never requires a refresh. */
export const isPartnerRefreshDue = (): boolean => false

export function readInvitation(token: string): Promise<InvitationInfo> {
  return call('GET /partner/auth/invitations/:token', { params: { token } })
}

/** Accepts an invitation and signs in. */
export async function acceptInvitation(token: string, body: AcceptInvitationBody): Promise<void> {
  partnerSession.start(await call('POST /partner/auth/invitations/:token/accept', { params: { token }, body }))
}
