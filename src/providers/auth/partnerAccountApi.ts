import { call } from '../http/call'
import { replaceBy, type AccountCalls } from './accountApi'
import { partnerSession } from './partnerSession'

export const partnerAccount: AccountCalls = {
  /** Ends every session of the account and continues with the new one in the answer. */
  changePassword: (current, next) =>
    replaceBy('partner', async (token) => {
      const answer = await call('POST /partner/auth/password', {
        body: { current_password: current, new_password: next },
        headers: { Authorization: `Token ${token}` },
      })
      // A session that ended during the request stays ended.
      if (partnerSession.token() === token) partnerSession.setToken(answer.token)
    }),
  sessions: {
    key: ['partner', 'sessions'],
    read: () => call('GET /partner/auth/sessions'),
    end: (id) => call('DELETE /partner/auth/sessions/:id', { params: { id } }),
    endOthers: () => call('POST /partner/auth/sessions/end-others'),
  },
  secondStep: {
    key: ['partner', 'second-step'],
    read: () => call('GET /partner/auth/second-factor'),
    begin: (password) => call('POST /partner/auth/second-factor', { body: { password } }),
    confirm: (code) => call('POST /partner/auth/second-factor/confirm', { body: { code } }),
    renewCodes: (password) => call('POST /partner/auth/second-factor/recovery-codes', { body: { password } }),
    end: (password) => call('POST /partner/auth/second-factor/end', { body: { password } }),
  },
}
