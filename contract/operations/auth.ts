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
  isRepeatable: true,
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
  isRepeatable: true,
  tag: 'auth',
  summary: 'Sign out: close the session of a refresh token',
  access: 'public',
  body: RefreshBody,
  ok: { status: 200, description: 'The session is closed, or was closed before.', schema: z.object({}) },
  errors: ['validation'],
})

export const refreshToken = operation({
  id: 'refreshToken',
  method: 'POST',
  path: '/token/refresh',
  isRepeatable: true,
  tag: 'auth',
  summary: 'Exchange a refresh token for a new pair of tokens; each is valid for one use',
  access: 'public',
  body: RefreshBody,
  invalidBody: 'malformed',
  ok: { status: 200, description: 'The new pair.', schema: RefreshedTokens },
  errors: ['malformed', 'token_invalid', 'token_expired'],
})

export const getCurrentUser = operation({
  id: 'getCurrentUser',
  method: 'GET',
  path: '/auth/user',
  tag: 'auth',
  summary: 'Get the signed-in user',
  access: 'signed-in',
  ok: { status: 200, description: 'The signed-in user.', schema: CurrentUser },
  errors: [],
})

export const changePassword = operation({
  id: 'changePassword',
  method: 'POST',
  path: '/auth/password',
  tag: 'auth',
  summary: 'Change the own password; all sessions of the user are closed and a new one is opened',
  access: 'signed-in',
  body: ChangePasswordBody,
  ok: { status: 200, description: 'The tokens of the new session.', schema: RefreshedTokens },
  errors: ['validation', 'too_many_requests'],
  unkeyed: 'secret',
})

export const createLiveTicket = operation({
  id: 'createLiveTicket',
  method: 'POST',
  path: '/auth/live-ticket',
  isRepeatable: true,
  tag: 'auth',
  summary: 'Create a ticket that opens one WebSocket, so that no URL contains the access token',
  access: 'signed-in',
  ok: { status: 201, description: 'The ticket, valid for one use.', schema: LiveTicket },
  errors: [],
})

export const getCsrfCookie = operation({
  id: 'getCsrfCookie',
  method: 'GET',
  path: '/csrf',
  root: 'host',
  tag: 'auth',
  summary: 'Set the csrftoken cookie; this API does not check it',
  access: 'public',
  ok: { status: 200, description: 'The cookie is set.', schema: z.object({ csrftoken: z.string() }) },
  errors: [],
})

/** The sign-in page offers these accounts for sign-in with one click. */
export const getDemo = operation({
  id: 'getDemo',
  method: 'GET',
  path: '/demo',
  tag: 'system',
  summary: 'List the accounts of the demo; empty outside of the demo',
  access: 'public',
  ok: {
    status: 200,
    description: 'The accounts with their passwords.',
    schema: z.object({
      people: z.array(
        z.object({ role: z.enum([...ROLES, 'partner']), username: z.string(), name: z.string(), password: z.string() }),
      ),
    }),
  },
  errors: [],
})
