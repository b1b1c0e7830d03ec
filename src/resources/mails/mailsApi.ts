import type { Mail } from '../../../contract/entities/mail'
import type { Language } from '../../../contract/core/vocabulary'
import { newKey } from '../../providers/http/newKey'
import { postJson } from '../../providers/http/api'

const once = () => ({ 'Idempotency-Key': newKey() })

export const sendAgain = (id: string) => postJson<Mail>(`/mails/${encodeURIComponent(id)}/send-again/`, {}, once())

export const sendTickets = (reservationId: string, wish: { email: string; language: Language }) =>
  postJson<Mail>(`/reservations/${encodeURIComponent(reservationId)}/send-tickets/`, wish, once())
