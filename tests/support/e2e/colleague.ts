import type { Role } from '../../../contract/core/vocabulary'
import { make, unique } from '../factories'
import { connect, type Api } from './api'

/** Creates another user with a password and signs in. @param baseURL the server to sign in at */
export async function makeColleague(administrator: Api, baseURL: string, role: Role, more = {}): Promise<Api> {
  const username = unique('colleague')
  await make(administrator, 'users', { username, role, password: 'given by the administrator', ...more })
  const newcomer = await connect(baseURL, { username, password: 'given by the administrator' })
  const passwords = { current_password: 'given by the administrator', new_password: 'a few words of my own' }
  const { status } = await newcomer.post('/auth/password', passwords)
  if (status !== 200) throw new Error(`The colleague could not choose a password: ${status}`)
  return connect(baseURL, { username, password: passwords.new_password })
}
