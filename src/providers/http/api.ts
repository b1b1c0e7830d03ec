import { API_ROOT } from '../config'
import { httpClient, type HttpOptions } from './httpClient'

type Payload = Record<string, unknown>

/** A call below the API root; `path` begins and ends with a slash. */
export async function api<T>(path: string, options: HttpOptions = {}): Promise<T> {
  const { json } = await httpClient(`${API_ROOT}${path}`, options)
  return json as T
}

export function postJson<T>(path: string, payload: Payload, headers: HeadersInit = {}): Promise<T> {
  return api<T>(path, { method: 'POST', body: JSON.stringify(payload), headers })
}
