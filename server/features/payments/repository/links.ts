import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import {
  PROVIDER_ASKED_AFTER_MIN,
  PROVIDER_ASKED_AT_ONCE,
  PROVIDER_ASKED_DAYS,
} from '../../../../contract/core/limits/money'
import type { PaymentProvider, PaymentState } from '../../../../contract/core/vocabulary'
import { Id, inLanguage, type I18nText } from '../../../../contract/core/scalars'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { HirePlace } from '../../../../contract/entities/reservation-parts'
import type { Language } from '../../../../contract/core/languages'
import type { Db } from '../../../db/database'
import type { Reader, Tx } from '../../../db/transaction'

/** A payment link with its payment. */
export interface LinkRow {
  id: string
  payment_id: string
  reservation_id: string
  state: PaymentState
  provider: PaymentProvider
  amount_minor: number
  currency: string
  expires_at: string
  sent_to: string | null
  opened_at: string | null
  /** The latest page of the provider; null before the customer first follows the link. */
  session_reference: string | null
  session_url: string | null
  session_expires_at: string | null
}

const sha256 = (token: string): string => createHash('sha256').update(token).digest('hex')

interface NewLink {
  id: string
  paymentId: string
  token: string
  sentTo: string | null
  expiresAt: string
}

/** Inserts a link after its payment. Only the hash of the token is stored. */
export async function insertLink(tx: Tx, { id, paymentId, token, sentTo, expiresAt }: NewLink): Promise<void> {
  await tx
    .insertInto('payment_links')
    .values({ id, payment_id: paymentId, token_sha256: sha256(token), sent_to: sentTo, expires_at: expiresAt })
    .execute()
}

const LINK = sql`
  select l.id, l.payment_id, p.reservation_id, p.state, p.provider, p.amount_minor, p.currency, l.expires_at, l.sent_to,
    l.opened_at, l.session_reference, l.session_url, l.session_expires_at
  from payment_links l join payments p on p.id = l.payment_id`

async function one(reader: Reader, where: ReturnType<typeof sql>): Promise<LinkRow | null> {
  const { rows } = await sql<LinkRow>`${LINK} where ${where}`.execute(reader)
  return rows[0] ?? null
}

export const linkByToken = (reader: Reader, token: string): Promise<LinkRow | null> =>
  one(reader, sql`l.token_sha256 = ${sha256(token)}`)

/** Returns the link of a payment. @param paymentId as the provider sends it, which may be no UUID */
export const linkOfPayment = async (reader: Reader, paymentId: string): Promise<LinkRow | null> =>
  Id.safeParse(paymentId).success ? one(reader, sql`p.id = ${paymentId}`) : null

interface Page {
  reference: string
  url: string
  expiresAt: Date
}

/** Stores the provider's page for a link. @returns false when another request has stored a page since `link` was read */
export async function notePage(db: Db, link: LinkRow, page: Page, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update payment_links set session_reference = ${page.reference}, session_url = ${page.url},
      session_expires_at = ${page.expiresAt.toISOString()}, opened_at = ${now.toISOString()}, looked_up_at = null
    where id = ${link.id} and session_reference is not distinct from ${link.session_reference}
    returning 1`.execute(db)
  return rows.length > 0
}

/** Returns the ids of pending payments by link that have expired. */
export async function spentLinks(reader: Reader, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payments
    where state = 'pending' and direction = 'payment' and method = 'link' and expires_at <= ${now.toISOString()}
    order by created_at limit ${PROVIDER_ASKED_AT_ONCE}`.execute(reader)
  return rows.map(({ id }) => id)
}

/**
 * Returns ids of payments to look up at the provider, and stores the time of the lookup. The interval grows with the time
 * since the page was opened, and lookups go on for days after the page expired.
 */
export async function linksToAskAfter(db: Db, now: Date): Promise<string[]> {
  const at = now.toISOString()
  const { rows } = await sql<{ payment_id: string }>`
    with due as materialized (
      select id from payment_links
      where session_reference is not null
        and session_expires_at > ${at}::timestamptz - ${PROVIDER_ASKED_DAYS} * interval '1 day'
        and coalesce(looked_up_at, opened_at) <= ${at}::timestamptz
          - greatest(${PROVIDER_ASKED_AFTER_MIN} * interval '1 minute', (${at}::timestamptz - opened_at) / 4)
      order by looked_up_at nulls first limit ${PROVIDER_ASKED_AT_ONCE} for update skip locked)
    update payment_links set looked_up_at = ${at} from due where payment_links.id = due.id
    returning payment_id`.execute(db)
  return rows.map(({ payment_id }) => payment_id)
}

/** Returns ids of refunds to look up at the provider, and stores the time of the lookup. */
export async function refundsToAskAfter(db: Db, now: Date): Promise<string[]> {
  const at = now.toISOString()
  const { rows } = await sql<{ id: string }>`
    with due as materialized (
      select id from payments
      where state = 'pending' and direction = 'refund' and method = 'link'
        and (not needs_approval or approved_by_user_id is not null)
        and updated_at <= ${at}::timestamptz - ${PROVIDER_ASKED_AFTER_MIN} * interval '1 minute'
      order by created_at limit ${PROVIDER_ASKED_AT_ONCE} for update skip locked)
    update payments set updated_at = ${at} from due where payments.id = due.id
    returning payments.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the id of the payment that was posted for a provider's capture, or null. */
export async function paymentOfCapture(tx: Tx, provider: PaymentProvider, reference: string): Promise<string | null> {
  const row = await tx
    .selectFrom('payments')
    .select('id')
    .where('provider', '=', provider)
    .where('direction', '=', 'payment')
    .where('provider_reference', '=', reference)
    .executeTakeFirst()
  return row?.id ?? null
}

interface EventRow {
  provider: PaymentProvider
  id: string
  type: string
  at: Date
  paymentId: string | null
  /** Contains only the brand and the last digits of a card. */
  content: object
}

/** Records an event that is applied in this transaction. @returns false when it was recorded before */
export async function noteEvent(tx: Tx, event: EventRow, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into provider_events (provider, event_id, type, occurred_at, received_at, payment_id, content)
    values (${event.provider}, ${event.id}, ${event.type}, ${event.at.toISOString()}, ${now.toISOString()},
      ${event.paymentId}, ${JSON.stringify(event.content)}::jsonb)
    on conflict (provider, event_id) do nothing returning 1`.execute(tx)
  return rows.length > 0
}

/** Returns the address of a place, or else the name of its station. */
async function placeName(reader: Reader, { address, station_id: id }: HirePlace, language: Language): Promise<string> {
  if (address !== null || id === null) return address ?? ''
  const station = await reader.selectFrom('stations').select('name').where('id', '=', id).executeTakeFirst()
  return inLanguage(station?.name ?? ({ en: '' } satisfies I18nText), language)
}

/** Returns the names of pickup and dropoff of a private hire; null for seat reservations. */
export async function endsOfHire(
  reader: Reader,
  { hire }: Pick<Reservation, 'hire'>,
  language: Language,
): Promise<{ from: string; to: string } | null> {
  if (hire === null) return null
  const [from, to] = [await placeName(reader, hire.pickup, language), await placeName(reader, hire.dropoff, language)]
  return { from, to }
}

export type Company = { name: string; timezone: string; contact_phone: string | null; contact_email: string | null }

export const companyOf = (reader: Reader): Promise<Company> =>
  reader.selectFrom('company').select(['name', 'timezone', 'contact_email', 'contact_phone']).executeTakeFirstOrThrow()

/** A refund that the payment provider makes. */
export interface RefundRow {
  id: string
  reservation_id: string
  provider: PaymentProvider
  state: PaymentState
  /** Whether the approval of a second person is outstanding. */
  is_held: boolean
  amount_minor: number
  currency: string
  /** Provider's reference of the refunded capture. */
  capture: string
}

export async function refundByLink(reader: Reader, id: string): Promise<RefundRow | null> {
  if (!Id.safeParse(id).success) return null
  const { rows } = await sql<RefundRow>`
    select r.id, r.reservation_id, r.provider, r.state, r.needs_approval and r.approved_by_user_id is null as is_held,
      r.amount_minor, r.currency, p.provider_reference as capture
    from payments r join payments p on p.id = r.refund_of_id
    where r.id = ${id} and r.direction = 'refund' and r.method = 'link' and r.reservation_id is not null`.execute(
    reader,
  )
  return rows[0] ?? null
}
