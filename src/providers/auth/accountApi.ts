import { staffSession } from './session'
import { call } from '../http/call'
import { statusOf } from '../http/problem'
import { renewToken, replaceToken } from '../http/refresh'

/** Where somebody is signed in. @param userId null for the reader's own sessions */
export const readSessions = (userId: string | null) =>
  userId === null ? call('GET /auth/sessions') : call('GET /users/:id/sessions', { params: { id: userId } })

export const endSession = (userId: string | null, id: string) =>
  userId === null
    ? call('DELETE /auth/sessions/:id', { params: { id } })
    : call('DELETE /users/:id/sessions/:sessionId', { params: { id: userId, sessionId: id } })

/** Sends somebody a link to choose a password, or has it told. */
export const makeLink = (userId: string, isShown: boolean) =>
  call('POST /users/:id/link', { params: { id: userId }, body: { show_link: isShown } })

/** Changes the reader's own password, which ends every session, and goes on with the one that this answers. */
export async function changeOwnPassword(current: string, next: string): Promise<void> {
  const body = { current_password: current, new_password: next }
  const change = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}` }
    const { access, refresh } = await call('POST /auth/password', { body, headers })
    // A session that ended while the answer was under way stays ended.
    if (staffSession.tokens()) staffSession.setTokens({ access, refresh })
  }
  await replaceToken('staff', change).catch(async (error: unknown) => {
    if (statusOf(error) !== 401) throw error
    await renewToken('staff')
    await replaceToken('staff', change)
  })
}
