import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import {
  PROVIDER_ASKED_AFTER_MIN,
  PROVIDER_ASKED_AT_ONCE,
  PROVIDER_ASKED_DAYS,
} from '../../../../contract/core/money-limits'
import type { PaymentProvider, PaymentState } from '../../../../contract/core/vocabulary'
import { Id, inLanguage, type I18nText } from '../../../../contract/core/scalars'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { HirePlace } from '../../../../contract/entities/reservation-parts'
import type { Language } from '../../../../contract/core/languages'
import type { Db } from '../../../db/database'
import type { Reader, Tx } from '../../../db/transaction'

/** A link with what it asks for. */
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
  /** The page of the provider, as of the last click; null before the first. */
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

/** Writes a link once its payment is there. The token itself is kept nowhere. */
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

/** @param paymentId as a provider has it, who may tell of what was never ours */
export const linkOfPayment = async (reader: Reader, paymentId: string): Promise<LinkRow | null> =>
  Id.safeParse(paymentId).success ? one(reader, sql`p.id = ${paymentId}`) : null

interface Page {
  reference: string
  url: string
  expiresAt: Date
}

/** Notes the page of the provider that a customer is led to. @returns false where another was noted meanwhile */
export async function notePage(db: Db, link: LinkRow, page: Page, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update payment_links set session_reference = ${page.reference}, session_url = ${page.url},
      session_expires_at = ${page.expiresAt.toISOString()}, opened_at = ${now.toISOString()}, looked_up_at = null
    where id = ${link.id} and session_reference is not distinct from ${link.session_reference}
    returning 1`.execute(db)
  return rows.length > 0
}

/** Payments by links that wait and whose time is over. */
export async function spentLinks(reader: Reader, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payments
    where state = 'pending' and direction = 'payment' and method = 'link' and expires_at <= ${now.toISOString()}
    order by created_at limit ${PROVIDER_ASKED_AT_ONCE}`.execute(reader)
  return rows.map(({ id }) => id)
}

/**
 * Payments whose provider is to be asked what became of them, each noted as asked: soon after its page was opened, then
 * ever more rarely, and for days after the page has ended.
 */
export async function linksToAskAfter(db: Db, now: Date): Promise<string[]> {
  const at = now.toISOString()
  const { rows } = await sql<{ payment_id: string }>`
    update payment_links set looked_up_at = ${at} where id in (
      select id from payment_links
      where session_reference is not null
        and session_expires_at > ${at}::timestamptz - ${PROVIDER_ASKED_DAYS} * interval '1 day'
        and coalesce(looked_up_at, opened_at) <= ${at}::timestamptz
          - greatest(${PROVIDER_ASKED_AFTER_MIN} * interval '1 minute', (${at}::timestamptz - opened_at) / 4)
      order by looked_up_at nulls first limit ${PROVIDER_ASKED_AT_ONCE} for update skip locked)
    returning payment_id`.execute(db)
  return rows.map(({ payment_id }) => payment_id)
}

/** Refunds that wait for the provider and of which it has told nothing, each noted as asked for. */
export async function refundsToAskAfter(db: Db, now: Date): Promise<string[]> {
  const at = now.toISOString()
  const { rows } = await sql<{ id: string }>`
    update payments set updated_at = ${at} where id in (
      select id from payments
      where state = 'pending' and direction = 'refund' and method = 'link'
        and (not needs_approval or approved_by_user_id is not null)
        and updated_at <= ${at}::timestamptz - ${PROVIDER_ASKED_AFTER_MIN} * interval '1 minute'
      order by created_at limit ${PROVIDER_ASKED_AT_ONCE} for update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The payment that what the provider calls so was posted as; null where it was not. */
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
  /** Of a card nothing but brand and last digits. */
  content: object
}

/** Notes what a provider tells, which is applied in this transaction. @returns false where that was done before */
export async function noteEvent(tx: Tx, event: EventRow, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into provider_events (provider, event_id, type, occurred_at, received_at, payment_id, content)
    values (${event.provider}, ${event.id}, ${event.type}, ${event.at.toISOString()}, ${now.toISOString()},
      ${event.paymentId}, ${JSON.stringify(event.content)}::jsonb)
    on conflict (provider, event_id) do nothing returning 1`.execute(tx)
  return rows.length > 0
}

/** What a place is called: its address, else its station. */
async function placeName(reader: Reader, { address, station_id: id }: HirePlace, language: Language): Promise<string> {
  if (address !== null || id === null) return address ?? ''
  const station = await reader.selectFrom('stations').select('name').where('id', '=', id).executeTakeFirst()
  return inLanguage(station?.name ?? ({ en: '' } satisfies I18nText), language)
}

/** The ends of a hire as they are named; null for seats. */
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

/** A refund by the provider of a link. */
export interface RefundRow {
  id: string
  reservation_id: string
  provider: PaymentProvider
  state: PaymentState
  /** Whether a second person has yet to agree. */
  is_held: boolean
  amount_minor: number
  currency: string
  /** The capture that is given back. */
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
