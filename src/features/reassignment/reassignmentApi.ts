import { call, type BodyOf } from '../../providers/http/call'

export type Kind = 'vehicle' | 'staff'
export const RESOURCE_OF = { vehicle: 'vehicles', staff: 'staff' } as const

/** Reads the jobs of a vehicle or person between two instants; `to` null = until further notice. */
export const readJobs = (kind: Kind, id: string, from: string, to: string | null) =>
  call(`GET /${RESOURCE_OF[kind]}/:id/jobs`, { params: { id }, query: { from, to: to ?? undefined } })

export type ResolveRequest = BodyOf<'POST /resolutions'>
