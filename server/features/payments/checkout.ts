import { LANGUAGES, type Language } from '../../../contract/core/languages'
import { PROVIDER_PAGE_MIN_LEFT_S } from '../../../contract/core/limits/money'
import { inLanguage } from '../../../contract/core/scalars'
import type { Reservation } from '../../../contract/entities/reservation'
import type { PaymentProvider } from '../../adapters/payments/provider'
import type { Db } from '../../db/database'
import type { Reader } from '../../db/transaction'
import { payPage, type PaidTrip, type PayPage } from '../../documents/pay-page'
import type { TicketRide } from '../../documents/ticket'
import { companyOf, endsOfHire, linkByToken, notePage, type LinkRow } from './repository/links'
import { askAfterPage } from './reconcile'
import { openOf, type MoneyStores } from './steps/money'

export interface Counter extends MoneyStores {
  db: Db
  now: () => Date
  /** Null when no payment provider is set up. */
  service: PaymentProvider | null
  /** Returns the origin and destination of each direction, with the names and time zones of their stations. */
  rides: (reader: Reader, reservation: Reservation) => Promise<TicketRide[]>
  origin: string
}

const TOKEN = /^[\w-]{43}$/

const linkOf = async (db: Db, token: string): Promise<LinkRow | null> =>
  TOKEN.test(token) ? linkByToken(db, token) : null

/** Returns the state of a link: open while its payment is pending, not expired, and at least its amount is owed. */
function stateOf(link: LinkRow, reservation: Reservation, now: Date): 'open' | 'paid' | 'lapsed' | 'cancelled' {
  if (link.state === 'posted') return 'paid'
  if (link.state === 'expired') return 'lapsed'
  if (link.state === 'voided') return 'cancelled'
  if (Date.parse(link.expires_at) <= now.getTime()) return 'lapsed'
  return openOf(reservation) < link.amount_minor ? 'cancelled' : 'open'
}

interface Opening {
  language: Language | undefined
  /** Whether the provider redirected the customer back. */
  isBack: boolean
  isUnavailable?: boolean
}

/** Returns the HTML page of a payment link, or null when there is no such link. */
export async function showPage(counter: Counter, token: string, opening: Opening): Promise<string | null> {
  const { db, now } = counter
  let link = await linkOf(db, token)
  if (link === null) return null
  // Asks the provider directly: its event may arrive late, and the link may have expired or been voided.
  let isPaid = false
  if (opening.isBack && link.state !== 'posted') {
    isPaid = (await askAfterPage(counter, link).catch(() => 0)) > 0
    link = (await linkOf(db, token)) ?? link
  }
  const reservation = await counter.reservations.get(link.reservation_id)
  const language = opening.language ?? LANGUAGES.find((known) => known === reservation.locale) ?? 'en'
  const company = await companyOf(db)
  const state = isPaid ? 'paid' : stateOf(link, reservation, now())
  return payPage({
    language,
    company,
    state: state === 'open' && opening.isBack ? 'waiting' : state,
    isUnavailable: opening.isUnavailable ?? false,
    reference: reservation.reference,
    amount: link.amount_minor,
    currency: link.currency,
    expiresAt: link.expires_at,
    trips: await tripsOf(counter, reservation, language, company.timezone),
    checkout: `/pay/${token}/checkout`,
  } satisfies PayPage)
}

async function tripsOf(
  { db, rides }: Counter,
  reservation: Reservation,
  language: Language,
  timezone: string,
): Promise<PaidTrip[]> {
  const ends = await endsOfHire(db, reservation, language)
  if (ends !== null) return reservation.travel_at === null ? [] : [{ ...ends, at: reservation.travel_at, timezone }]
  return (await rides(db, reservation)).map(({ from, to }) => ({
    from: inLanguage(from.name, language),
    to: inLanguage(to.name, language),
    at: from.at,
    timezone: from.timezone,
  }))
}

/**
 * Returns the URL to redirect a paying customer to, or null when there is no such link. As long as the page of the provider
 * accepts money, its URL stays the same, so that a second click does not lead to a second payment.
 * @throws ProviderUnavailable
 */
export async function goOn(counter: Counter, token: string): Promise<string | null> {
  const { db, now, service, origin } = counter
  const own = `/pay/${token}`
  const link = await linkOf(db, token)
  if (link === null) return null
  const reservation = await counter.reservations.get(link.reservation_id)
  if (service?.name !== link.provider || stateOf(link, reservation, now()) !== 'open') return own
  if (isLive(link, now()) && link.session_url !== null) return link.session_url
  // A payment on the previous page may be missing here because no event reported it.
  if (link.session_reference !== null && (await askAfterPage(counter, link)) > 0) return own
  const { name } = await companyOf(db)
  const page = await service.createPage({
    paymentId: link.payment_id,
    amount: link.amount_minor,
    currency: link.currency,
    description: `${name} · ${reservation.reference}`,
    language: reservation.locale,
    expiresAt: new Date(link.expires_at),
    returnUrl: `${origin}${own}?back=1`,
  })
  if (await notePage(db, link, page, now())) return page.url
  return (await linkOf(db, token))?.session_url ?? own
}

const isLive = ({ session_expires_at: end }: LinkRow, now: Date): boolean =>
  end !== null && Date.parse(end) - now.getTime() > PROVIDER_PAGE_MIN_LEFT_S * 1_000
