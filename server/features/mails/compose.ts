import type { Mail, MailBlock } from '../../../contract/entities/mail'
import type { Reservation } from '../../../contract/entities/reservation'
import { inLanguage, type I18nText } from '../../../contract/core/scalars'
import type { MailKind } from '../../../contract/core/vocabulary'
import { INTL_LOCALES, type Language } from '../../../contract/core/languages'
import { dayOf, departureOf, moneyOf, timeOf } from '../../documents/formats'
import { fill, ticketWords } from '../../documents/words'
import { mailWords } from '../../documents/mail-words'
import { phoneText } from '../../documents/phone-text'
import { dayOfRide, type TicketRide } from '../../documents/ticket'
import { greetingTo } from './greeting'

export interface JourneyFacts {
  id: string
  code: string
  departs_at: string
  timezone: string
  delay_min: number
  service_status: string
}

export interface CompanyFacts {
  name: string
  timezone: string
  contact_email: string | null
  contact_phone: string | null
}

export interface MailFacts {
  kind: MailKind
  language: Language
  reservation: Reservation
  rides: readonly TicketRide[]
  company: CompanyFacts
  /** Names of the endpoints of a hire; null for seats. */
  places: { from: I18nText; to: I18nText } | null
  /** Journey that is delayed or on time again. */
  journey?: JourneyFacts | undefined
  /** Cancelled journey, outcome for the reservation, and the replacement journey. */
  notRunning?:
    | {
        journey: JourneyFacts
        outcome: 'moved' | 'cancelled' | 'direction_cancelled'
        instead: JourneyFacts | undefined
        reason: string
      }
    | undefined
}

type Letter = Pick<Mail, 'subject' | 'content'>

const WITH_AMOUNTS: readonly MailKind[] = ['booking_confirmed', 'booking_changed', 'booking_moved', 'tickets']
const WITH_EXPECTED: readonly MailKind[] = ['departure_delayed', 'departure_on_time', 'trip_reminder']

/** Returns subject and content of a mail in its language. */
export function compose(facts: MailFacts): Letter {
  const { kind, language, reservation, rides, company } = facts
  const words = mailWords(language)
  const locale = INTL_LOCALES[language]
  const travel = rides[0]?.from ?? { expectedAt: reservation.travel_at, timezone: company.timezone }
  const values = {
    reference: reservation.reference,
    code: facts.journey?.code ?? '',
    minutes: facts.journey?.delay_min ?? 0,
    day: travel.expectedAt === null ? '' : dayOf(travel.expectedAt, travel.timezone, locale),
  }
  const { subject, intro } = words.kinds[kind]
  const phone = company.contact_phone && phoneText(company.contact_phone, language)
  const contact = [phone, company.contact_email].filter((line) => line !== null).join(' · ')
  const content: MailBlock[] = [
    { kind: 'text', text: greetingTo(reservation.lead_name, language) },
    { kind: 'text', text: facts.notRunning ? apology(facts.notRunning, language) : fill(intro, values) },
    ...rides.map((ride) => rideBlock(ride, language, WITH_EXPECTED.includes(kind))),
    { kind: 'facts', rows: factRows(facts) },
    ...(contact === '' ? [] : [{ kind: 'text' as const, text: fill(words.contact, { contact }) }]),
    { kind: 'quiet', text: rides.length > 0 ? `${company.name} · ${words.clock}` : company.name },
  ]
  return { subject: fill(subject, values), content }
}

/** Same texts as the console shows before a departure is cancelled. */
function apology(
  { journey, outcome, instead, reason }: NonNullable<MailFacts['notRunning']>,
  language: Language,
): string {
  const locale = INTL_LOCALES[language]
  const named = ({ departs_at, timezone }: JourneyFacts) => departureOf(departs_at, timezone, locale)
  return fill(mailWords(language).notRunning[outcome], {
    code: journey.code,
    departure: named(journey),
    to: instead ? named(instead) : '',
    reason,
  })
}

function rideBlock(ride: TicketRide, language: Language, isExpected: boolean): MailBlock {
  const { from, to, journeyCode } = ride
  const locale = INTL_LOCALES[language]
  const stop = (call: TicketRide['from']) => ({
    time: timeOf(isExpected ? call.expectedAt : call.at, call.timezone, locale),
    place: inLanguage(call.name, language),
  })
  return {
    kind: 'ride',
    day: dayOfRide(
      ride,
      dayOf(isExpected ? from.expectedAt : from.at, from.timezone, locale),
      ticketWords(language).ways,
    ),
    code: journeyCode,
    from: stop(from),
    to: stop(to),
  }
}

function factRows({ kind, language, reservation, company, places }: MailFacts): { label: string; value: string }[] {
  const words = mailWords(language)
  const locale = INTL_LOCALES[language]
  const money = (minor: number) => moneyOf(minor, reservation.currency, locale)
  const rows = [{ label: words.reference, value: reservation.reference }]
  if (places && reservation.travel_at !== null)
    rows.push(
      { label: words.when, value: departureOf(reservation.travel_at, company.timezone, locale) },
      { label: words.start, value: inLanguage(places.from, language) },
      { label: words.end, value: inLanguage(places.to, language) },
    )
  const {
    passenger_statuses: statuses,
    total_minor: total,
    paid_minor: paid,
    cancellation_fee_minor: fee,
  } = reservation
  if (kind === 'booking_cancelled') {
    if (fee > 0) rows.push({ label: words.fee, value: money(fee) })
    if (paid > fee) rows.push({ label: words.refund, value: money(paid - fee) })
    return rows
  }
  const travelling = statuses.filter((status) => status !== 'cancelled').length
  if (travelling > 0) rows.push({ label: words.passengers, value: String(travelling) })
  if (WITH_AMOUNTS.includes(kind)) rows.push({ label: words.total, value: money(total) })
  if (WITH_AMOUNTS.includes(kind) && total > paid) rows.push({ label: words.owed, value: money(total - paid) })
  if (WITH_AMOUNTS.includes(kind) && paid > total) rows.push({ label: words.refund, value: money(paid - total) })
  return rows
}
