import type { Journey } from '../../../contract/entities/journey'
import type { Reservation } from '../../../contract/entities/reservation'
import type {
  Clash,
  MissedConnection,
  PartyOutcome,
  PartyPlan,
  Suggestions,
} from '../../../contract/operations/journeys'
import type { Language } from '../../../contract/core/vocabulary'
import type { Manifest } from '../../../contract/operations/manifest'
import type { ScanAnswer } from '../../../contract/operations/tickets'
import { newKey } from '../../providers/http/newKey'
import { api, postJson } from '../../providers/http/api'
import { openPdf } from '../../providers/http/files'

type Versioned = Pick<Journey, 'id' | 'version'>

const pathOf = (id: string) => `/journeys/${encodeURIComponent(id)}/`
const only = (version: number) => ({ 'If-Match': `"${version}"` })

export const readManifest = (id: string) => api<Manifest>(`${pathOf(id)}manifest/`)
export const readSuggestions = (id: string) => api<Suggestions>(`${pathOf(id)}suggestions/`)

export interface Assignment {
  vehicle_id?: string | null
  driver_id?: string | null
  co_driver_id?: string | null
  /** The company that runs it instead of ourselves; null = we do. */
  operated_by_partner_id?: string | null
  /** Why limits of driving and rest may be passed. */
  override_reason?: string
  /** The way from the job before, or to the next, hardly leaves the time, and it is meant. */
  accept_warnings?: boolean
}

export const assign = ({ id, version }: Versioned, wish: Assignment) =>
  postJson<Journey>(`${pathOf(id)}assign/`, { ...wish }, only(version))

export interface DelayWish {
  /** Minutes late in all. */
  delay_min: number
  reason?: string
  simulate?: boolean
}

export const delay = ({ id, version }: Versioned, wish: DelayWish) =>
  postJson<{ journey: Journey; clashes: Clash[]; missed_connections: MissedConnection[] }>(
    `${pathOf(id)}delay/`,
    { ...wish },
    only(version),
  )

export interface CancelWish {
  reason: string
  parties: PartyPlan[]
  others: 'move' | 'move_or_cancel' | 'cancel' | 'refuse'
  to_journey_ids: string[]
  simulate?: boolean
}

export const cancel = ({ id, version }: Versioned, wish: CancelWish, key: string = newKey()) =>
  postJson<{ journey: Journey; parties: PartyOutcome[] }>(
    `${pathOf(id)}cancel/`,
    { ...wish },
    { ...only(version), 'Idempotency-Key': key },
  )

/** Interrupts, resumes or reinstates. */
export const stepOf = ({ id, version }: Versioned, verb: 'interrupt' | 'resume' | 'reinstate', reason?: string) =>
  postJson<Journey>(`${pathOf(id)}${verb}/`, reason === undefined ? {} : { reason }, only(version))

export const setStatus = ({ id, version }: Versioned, service_status: Journey['service_status']) =>
  api<Journey>(pathOf(id), { method: 'PATCH', body: JSON.stringify({ service_status }), headers: only(version) })

interface MoveWish {
  from_journey_id: string
  to_journey_id: string
  reason: string
  simulate?: boolean
}

export const moveParty = (reservationId: string, version: number, wish: MoveWish) =>
  postJson<Reservation>(`/reservations/${reservationId}/move/`, { ...wish }, only(version))

/** Checks passengers in, lets them board, or takes either back, whatever else has happened to their party meanwhile. */
export const walk = (reservationId: string, verb: 'check-in' | 'board' | 'undo-check-in', positions: number[]) =>
  postJson<Reservation>(`/reservations/${reservationId}/${verb}/`, { positions }, { 'If-Match': '*' })

/** Reads a ticket of somebody who boards a journey. */
export const scan = (payload: string, action: 'check_in' | 'board', journeyId: string) =>
  postJson<ScanAnswer>('/reservations/scan/', { payload, action, journey_id: journeyId, nonce: newKey() })

/** Opens the manifest as a PDF in a window of its own, to be printed from there. @throws HttpError */
export const openManifest = (id: string, language: Language) =>
  openPdf(`${pathOf(id)}manifest.pdf/?language=${language}`)
