import type { z } from 'zod'
import type { AffectedJob, JobPlan, Resolution, Cause } from '../../../contract/operations/reassignment'
import { api, postJson } from '../../providers/http/api'

export type Kind = 'vehicle' | 'staff'
export const RESOURCE_OF = { vehicle: 'vehicles', staff: 'staff' } as const

/** Jobs of a vehicle or person between two instants; `to` null = until further notice. */
export function readJobs(kind: Kind, id: string, from: string, to: string | null): Promise<AffectedJob[]> {
  const query = new URLSearchParams({ from, ...(to !== null && { to }) }).toString()
  return api<AffectedJob[]>(`/${RESOURCE_OF[kind]}/${encodeURIComponent(id)}/jobs/?${query}`)
}

export interface ResolveWish {
  cause: z.input<typeof Cause>
  jobs: z.input<typeof JobPlan>[]
  reason: string
  override_reason?: string
  simulate?: boolean
}

export const resolve = (wish: ResolveWish, key: string) =>
  postJson<Resolution>('/resolutions/', { ...wish }, { 'Idempotency-Key': key })

/** Tries it out: nothing changes, and the answer says who does not fit. */
export const tryOut = (wish: ResolveWish) => postJson<Resolution>('/resolutions/', { ...wish, simulate: true })

export const readResolution = (id: string) => api<Resolution>(`/resolutions/${encodeURIComponent(id)}/`)
export const undoResolution = (id: string) => postJson<Resolution>(`/resolutions/${encodeURIComponent(id)}/undo/`, {})
