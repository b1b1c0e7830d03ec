import type { Reservation } from '../../../contract/entities/reservation'
import type { PriceVersion } from '../../../contract/operations/reservations'
import type { Language } from '../../../contract/core/vocabulary'
import { api } from '../../providers/http/api'
import { openPdf } from '../../providers/http/files'

const pathOf = (id: string) => `/reservations/${encodeURIComponent(id)}/`

export const readPriceVersions = (id: string) => api<PriceVersion[]>(`${pathOf(id)}versions/`)

/** Opens the tickets of a reservation as a PDF in a window of its own, to be printed from there. */
export async function openTickets({ id }: Pick<Reservation, 'id'>, language: Language): Promise<void> {
  await openPdf(`${pathOf(id)}ticket.pdf/?language=${language}`)
}
