import { API_ROOT } from '../../src/providers/config'
import { httpClient, type HttpOptions } from '../../src/providers/http/httpClient'

/** Calls any path below the API root, also outside the contract: for tests of behaviour common to all calls. */
export const api = async (path: string, options: HttpOptions = {}) =>
  (await httpClient(`${API_ROOT}${path}`, options)).json

export const postJson = (path: string, payload: object, headers: HeadersInit = {}) =>
  api(path, { method: 'POST', body: JSON.stringify(payload), headers })
