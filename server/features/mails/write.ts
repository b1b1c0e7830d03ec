import type { MailPreview } from '../../../contract/entities/mail'
import type { Reservation } from '../../../contract/entities/reservation'
import { REMINDER_BEFORE_H } from '../../../contract/core/limits/notifications'
import { PARTNER_MAILS_PER_RECIPIENT } from '../../../contract/core/limits/partner-api'
import type { MailKind } from '../../../contract/core/vocabulary'
import type { Language } from '../../../contract/core/languages'
import { enqueue } from '../../db/jobs'
import type { AuditEntry } from '../../db/audit-entry'
import { mailOf } from '../../domain/notifications/mail-of'
import { BOOKED } from '../../domain/reservations/status'
import { causeOf, type MailCause } from './follow'
import type { Tx } from '../../db/transaction'
import { compose, type JourneyFacts, type MailFacts } from './compose'
import type { Ports } from './ports'
import { companyOf, journeysOf, placeName, waitingFor } from './repository/facts'
import { hadPartnerMails, insertMail } from './repository/mails'

export const SEND_MAIL = 'mail.send'
export const REMIND = 'mail.remind'

const HOUR_MS = 3_600_000
const WITH_TICKETS: readonly MailKind[] = [
  'booking_confirmed',
  'booking_changed',
  'booking_moved',
  'trip_reminder',
  'tickets',
]
/** Partners notify their customers of their own changes; the operator sends these mails for its changes. */
const FOR_PARTNERS_TOO: readonly MailKind[] = [
  'booking_moved',
  'booking_cancelled',
  'departure_delayed',
  'departure_on_time',
  'tickets',
]

/** Outcome of a cancelled departure for a reservation, by kind of mail. */
const OUTCOMES: Partial<Record<MailKind, NonNullable<MailFacts['notRunning']>['outcome']>> = {
  booking_moved: 'moved',
  booking_cancelled: 'cancelled',
  booking_changed: 'direction_cancelled',
}

export interface MailDeps {
  ports: Ports
  /** True when a mail server is configured. */
  sends: boolean
  now: () => Date
}

type MailAbout = Pick<MailFacts, 'kind' | 'reservation' | 'journey' | 'notRunning'>

interface Addressed {
  recipient: string
  language: Language
}

/** Writes the mails of a cause to all recipients, once however often its job is retried. */
export async function writeMails(tx: Tx, deps: MailDeps, cause: MailCause, jobId: string): Promise<void> {
  const isOfJourney = cause.kind === 'departure_delayed' || cause.kind === 'departure_on_time'
  const [journey] = isOfJourney ? await journeysOf(tx, [cause.entity_id]) : []
  if (isOfJourney && !journey) return
  const ids = isOfJourney ? await waitingFor(tx, cause.entity_id) : [cause.entity_id]
  for (const id of ids) {
    const reservation = await deps.ports.read(tx, id)
    if (reservation.lead_email === null) continue
    const notRunning = isOfJourney ? undefined : await notRunningOf(tx, cause, reservation)
    if (!isDue(cause.kind, reservation, notRunning)) continue
    const to = { recipient: reservation.lead_email, language: reservation.locale }
    await writeMail(tx, deps, { kind: cause.kind, reservation, journey, notRunning }, to, jobId)
    if (WITH_TICKETS.includes(cause.kind)) await remindLater(tx, deps, reservation)
  }
}

/** Returns the mail that the customer would get for a change; null for none. */
export async function previewMail(
  tx: Tx,
  ports: Ports,
  entry: Pick<AuditEntry, 'action' | 'changes' | 'reason'>,
  reservation: Reservation,
): Promise<MailPreview | null> {
  const kind = mailOf(entry)
  const { lead_email: recipient, locale: language } = reservation
  if (kind === null || recipient === null) return null
  const notRunning = await notRunningOf(tx, causeOf(kind, reservation.id, entry), reservation)
  if (!isDue(kind, reservation, notRunning)) return null
  return { recipient, language, ...(await letterOf(tx, ports, { kind, reservation, notRunning }, language)) }
}

/**
 * Writes one mail and enqueues it; beyond the limit of a partner only if no job writes it.
 * @returns its id; null when this job has already written it
 */
export async function writeMail(
  tx: Tx,
  { ports, sends }: MailDeps,
  about: MailAbout,
  { recipient, language }: Addressed,
  jobId: string | null,
): Promise<string | null> {
  const { kind, reservation } = about
  const letter = await letterOf(tx, ports, about, language)
  const tickets = { reservation_id: reservation.id, name: `${reservation.reference}.pdf` }
  const error = jobId === null ? null : await limitOf(tx, reservation, recipient)
  const status = !sends ? 'kept' : error === null ? 'queued' : 'failed'
  const id = await insertMail(
    tx,
    {
      ...letter,
      kind,
      status,
      error: sends ? error : null,
      language,
      recipient,
      attachments: WITH_TICKETS.includes(kind) ? [tickets] : [],
      entity_type: 'reservations',
      entity_id: reservation.id,
      entity_label: reservation.reference,
    },
    jobId,
  )
  if (id !== null && status === 'queued') await enqueue(tx, { kind: SEND_MAIL, payload: { mail_id: id }, key: id })
  return id
}

/** Returns why a mail is not sent: a partner can enter any address in any number of bookings. */
async function limitOf(
  tx: Tx,
  { channel, partner_id: partnerId }: Reservation,
  recipient: string,
): Promise<string | null> {
  if (channel !== 'partner' || partnerId === null) return null
  const isOver = await hadPartnerMails(tx, { partnerId, recipient, max: PARTNER_MAILS_PER_RECIPIENT })
  return isOver
    ? `Not sent: this recipient had ${PARTNER_MAILS_PER_RECIPIENT} mails about bookings of the partner within 24 hours.`
    : null
}

async function letterOf(tx: Tx, ports: Ports, about: MailAbout, language: Language) {
  const { hire } = about.reservation
  return compose({
    ...about,
    language,
    rides: await ports.rides(tx, about.reservation),
    company: await companyOf(tx),
    places: hire && { from: await placeName(tx, hire.pickup), to: await placeName(tx, hire.dropoff) },
  })
}

/** Writes the reminder when it is due. Schedules it again when the departure was postponed. */
export async function remind(tx: Tx, deps: MailDeps, reservationId: string, jobId: string): Promise<void> {
  const reservation = await deps.ports.read(tx, reservationId)
  if (await remindLater(tx, deps, reservation)) return
  const hasLeft = reservation.travel_at === null || Date.parse(reservation.travel_at) <= deps.now().getTime()
  if (hasLeft || reservation.lead_email === null || !isDue('trip_reminder', reservation)) return
  const to = { recipient: reservation.lead_email, language: reservation.locale }
  await writeMail(tx, deps, { kind: 'trip_reminder', reservation }, to, jobId)
}

/** Returns when passengers and operating companies get the reminder. */
export const reminderAt = (startsAt: string): Date => new Date(Date.parse(startsAt) - REMINDER_BEFORE_H * HOUR_MS)

/** Schedules the reminder. @returns false when its time has passed */
async function remindLater(tx: Tx, { now }: MailDeps, { id, travel_at }: Reservation): Promise<boolean> {
  if (travel_at === null) return false
  const runAt = reminderAt(travel_at)
  if (runAt <= now()) return false
  await enqueue(tx, { kind: REMIND, payload: { reservation_id: id }, runAt, key: id })
  return true
}

/** Checks that the cause still applies: other changes may have come between a change and its mail. */
function isDue(
  kind: MailKind,
  { environment, status, channel }: Reservation,
  notRunning?: MailFacts['notRunning'],
): boolean {
  const isOfOperator = FOR_PARTNERS_TOO.includes(kind) || notRunning !== undefined
  if (environment !== 'live' || (channel === 'partner' && !isOfOperator)) return false
  if (kind === 'booking_cancelled') return status === 'cancelled'
  if (kind === 'booking_declined') return status === 'rejected'
  return BOOKED.includes(status)
}

async function notRunningOf(tx: Tx, cause: MailCause, reservation: Reservation): Promise<MailFacts['notRunning']> {
  const outcome = OUTCOMES[cause.kind]
  if (!outcome || (outcome === 'direction_cancelled' && cause.joined_journey_ids.length > 0)) return undefined
  const left = outcome === 'cancelled' ? reservation.legs.map((leg) => leg.journey_id) : cause.left_journey_ids
  const journey = (await journeysOf(tx, left)).find(({ service_status }) => service_status === 'cancelled')
  if (!journey) return undefined
  const [instead]: (JourneyFacts | undefined)[] =
    outcome === 'moved' ? await journeysOf(tx, cause.joined_journey_ids) : []
  return { journey, instead, outcome, reason: cause.reason ?? '' }
}
