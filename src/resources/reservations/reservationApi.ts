import type { Reservation } from '../../../contract/entities/reservation'
import type { PriceVersion } from '../../../contract/reservation-operations'
import type { Language } from '../../../contract/vocabulary'
import { API_ROOT } from '../../config'
import { api } from '../../providers/http/api'
import { httpClient } from '../../providers/http/httpClient'

const pathOf = (id: string) => `/reservations/${encodeURIComponent(id)}/`

export const readPriceVersions = (id: string) => api<PriceVersion[]>(`${pathOf(id)}versions/`)

/** How long the browser may take to show a file before its address ends. */
const FILE_LIFE_MS = 60_000

/** Opens the tickets of a reservation as a PDF in a window of its own, to be printed from there. */
export async function openTickets({ id }: Pick<Reservation, 'id'>, language: Language): Promise<void> {
  const { file } = await httpClient(`${API_ROOT}${pathOf(id)}ticket.pdf/?language=${language}`, {
    binary: true,
    headers: { Accept: 'application/pdf, application/problem+json' },
  })
  const url = URL.createObjectURL(file ?? new Blob())
  window.open(url, '_blank', 'noopener')
  setTimeout(() => URL.revokeObjectURL(url), FILE_LIFE_MS)
}
