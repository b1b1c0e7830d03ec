import type { z } from 'zod'
import type { WaitingEntry } from '../../../../contract/entities/waiting-entry'
import type { joinWaitingList } from '../../../../contract/operations/waiting-list'
import { api, postJson } from '../../../providers/http/api'

/** A party that would wait for seats. */
export type Joining = z.input<NonNullable<typeof joinWaitingList.body>>

const pathOf = (journeyId: string) => `/journeys/${encodeURIComponent(journeyId)}/waiting-list/`

export const readWaiting = (journeyId: string) => api<WaitingEntry[]>(pathOf(journeyId))

/** Puts a party on the list once, however often the same key comes. */
export const joinWaiting = (journeyId: string, party: Joining, key: string) =>
  postJson<WaitingEntry>(pathOf(journeyId), party, { 'Idempotency-Key': key })

export const leaveWaiting = (entryId: string) =>
  postJson<WaitingEntry>(`/waiting-list/${encodeURIComponent(entryId)}/withdraw/`, {})
