import type { PartnerCredential, PartnerCredentialUpdate } from '../../../contract/entities/partner-credential'
import type { CredentialCreateBody, IssuedCredential } from '../../../contract/partner/credentials'
import type { PartnerDashboard, PartnerTrip } from '../../../contract/partner/sales'
import { api, postJson } from '../../providers/http/api'

export interface Page<T> {
  results: T[]
  /** Cursor of the page after this one; null at the end. */
  next: string | null
  previous: string | null
}

export const readDashboard = () => api<PartnerDashboard>('/partner/dashboard/')

export interface TripFilter {
  q: string
  status: string
  cursor: string
}

export function readTrips(filter: TripFilter): Promise<Page<PartnerTrip>> {
  const query = new URLSearchParams(Object.entries({ ...filter, limit: '25' }).filter(([, value]) => value !== ''))
  return api<Page<PartnerTrip>>(`/partner/trips/?${query.toString()}`)
}

export const readKeys = () => api<Page<PartnerCredential>>('/partner/credentials/')

export const createKey = (body: CredentialCreateBody) => postJson<IssuedCredential>('/partner/credentials/', body)

const keyPath = (id: string) => `/partner/credentials/${encodeURIComponent(id)}/`

export const rotateKey = (id: string, grace_hours: number, password: string) =>
  postJson<IssuedCredential>(`${keyPath(id)}rotate/`, { grace_hours, password })

export const updateKey = ({ id, version }: PartnerCredential, body: PartnerCredentialUpdate) =>
  api<PartnerCredential>(keyPath(id), {
    method: 'PATCH',
    body: JSON.stringify(body),
    headers: { 'If-Match': `"${version}"` },
  })

export const revokeKey = (id: string) => api<PartnerCredential>(`${keyPath(id)}revoke/`, { method: 'POST' })
