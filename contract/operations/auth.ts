import { z } from 'zod'
import {
  ChangePasswordBody,
  CurrentUser,
  LiveTicket,
  LoginBody,
  RefreshBody,
  RefreshedTokens,
  Tokens,
} from '../entities/auth'
import { operation } from '../core/operations'
import { ROLES } from '../core/vocabulary'

export const login = operation({
  id: 'login',
  method: 'POST',
  path: '/auth/login',
  tag: 'auth',
  summary: 'Sign in',
  access: 'public',
  body: LoginBody,
  ok: { status: 200, description: 'A new session.', schema: Tokens },
  errors: ['credentials_wrong', 'code_required', 'code_wrong', 'validation', 'too_many_requests'],
})

export const logout = operation({
  id: 'logout',
  method: 'POST',
  path: '/auth/logout',
  tag: 'auth',
  summary: 'Sign out: the session of the refresh token ends at once',
  access: 'public',
  body: RefreshBody,
  ok: { status: 200, description: 'Signed out, or was so before.', schema: z.object({}) },
  errors: ['validation'],
})

export const refreshToken = operation({
  id: 'refreshToken',
  method: 'POST',
  path: '/token/refresh',
  tag: 'auth',
  summary: 'Trade a refresh token for a new pair; each is good for one use',
  access: 'public',
  body: RefreshBody,
  invalidBody: 'malformed',
  ok: { status: 200, description: 'The next pair.', schema: RefreshedTokens },
  errors: ['malformed', 'token_invalid', 'token_expired'],
})

export const getCurrentUser = operation({
  id: 'getCurrentUser',
  method: 'GET',
  path: '/auth/user',
  tag: 'auth',
  summary: 'Who is signed in',
  access: 'signed-in',
  ok: { status: 200, description: 'The signed-in user.', schema: CurrentUser },
  errors: [],
})

export const changePassword = operation({
  id: 'changePassword',
  method: 'POST',
  path: '/auth/password',
  tag: 'auth',
  summary: 'Choose a new password; every session of the user ends, and the answer begins another',
  access: 'signed-in',
  body: ChangePasswordBody,
  ok: { status: 200, description: 'The pair of the new session.', schema: RefreshedTokens },
  errors: ['validation', 'too_many_requests'],
})

export const createLiveTicket = operation({
  id: 'createLiveTicket',
  method: 'POST',
  path: '/auth/live-ticket',
  tag: 'auth',
  summary: 'A ticket that opens one WebSocket in place of the access token, which then stands in no address',
  access: 'signed-in',
  ok: { status: 201, description: 'The ticket, good for one use.', schema: LiveTicket },
  errors: [],
})

export const getCsrfCookie = operation({
  id: 'getCsrfCookie',
  method: 'GET',
  path: '/csrf',
  root: 'host',
  tag: 'auth',
  summary: 'Sets the csrftoken cookie; it carries no authority here',
  access: 'public',
  ok: { status: 200, description: 'The cookie is set.', schema: z.object({ csrftoken: z.string() }) },
  errors: [],
})

/** The demo's people, who sign in at one click. */
export const getDemo = operation({
  id: 'getDemo',
  method: 'GET',
  path: '/demo',
  tag: 'system',
  summary: 'The people of the demo; none where no demo runs',
  access: 'public',
  ok: {
    status: 200,
    description: 'Whom one can sign in as.',
    schema: z.object({
      people: z.array(
        z.object({ role: z.enum([...ROLES, 'partner']), username: z.string(), name: z.string(), password: z.string() }),
      ),
    }),
  },
  errors: [],
})
