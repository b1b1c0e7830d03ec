import { sql } from 'kysely'
import type { Reader, Tx } from '../../../db/transaction'

/** Records that belong to one person. */
export interface Person {
  customerIds: string[]
  reservationIds: string[]
  references: string[]
  waitingIds: string[]
  mailIds: string[]
  /** Names, addresses and numbers as they occur in texts; the longest first. */
  words: string[]
  /** The words that identify this person alone. */
  sureWords: string[]
}

/** Shorter words occur within too many others. */
const WORD_MIN_CHARS = 3

/** Locks a customer and returns it. */
export const lockCustomer = (tx: Tx, id: string) =>
  tx.selectFrom('customers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Returns all records of a customer, of those merged into it, and bookings without a customer with its email or phone. */
export async function personOf(reader: Reader, id: string): Promise<Person> {
  const customers = await reader
    .selectFrom('customers')
    .select(['id', 'first_name', 'last_name', 'company_name', 'email', 'phone', 'tax_number'])
    .where((eb) => eb.or([eb('id', '=', id), eb('merged_into_id', '=', id)]))
    .execute()
  const customerIds = customers.map((row) => row.id)
  const emails = customers.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()]))
  const phones = customers.flatMap(({ phone }) => (phone === null ? [] : [phone]))
  const { rows: reservations } = await sql<Lead & { reference: string }>`
    select id, reference, lead_name, lead_phone, lead_email from reservations
    where customer_id = any(${customerIds}::uuid[])
      or (customer_id is null and (lead_phone = any(${phones}::text[]) or lower(lead_email) = any(${emails}::text[])))
    `.execute(reader)
  const { rows: waiting } = await sql<Lead>`
    select id, lead_name, lead_phone, lead_email from waiting_entries
    where customer_id = any(${customerIds}::uuid[])
      or (customer_id is null and (lead_phone = any(${phones}::text[]) or lower(lead_email) = any(${emails}::text[])))
    `.execute(reader)
  const reservationIds = reservations.map((row) => row.id)
  const { rows: mails } = await sql<{ id: string }>`
    select id from mails where entity_id = any(${reservationIds}::uuid[]) or lower(recipient) = any(${emails}::text[])
    `.execute(reader)
  const { rows: passengers } = await sql<{ name: string }>`
    select distinct name from reservation_passengers
    where reservation_id = any(${reservationIds}::uuid[]) and name is not null`.execute(reader)
  const leads = [...reservations, ...waiting]
  const fullNames = [
    ...customers.map(({ first_name, last_name }) => [first_name, last_name].filter(Boolean).join(' ')),
    ...leads.map((lead) => lead.lead_name),
    ...passengers.map(({ name }) => name),
  ]
  const sure = [...fullNames.filter((name) => name.includes(' ')), ...emails, ...phones]
  const words = [
    ...fullNames,
    ...customers.flatMap((row) => [row.first_name, row.last_name, row.company_name, row.tax_number]),
    ...leads.flatMap((lead) => [lead.lead_phone, lead.lead_email]),
    ...emails,
    ...phones,
  ]
  return {
    customerIds,
    reservationIds,
    references: reservations.map((row) => row.reference),
    waitingIds: waiting.map((row) => row.id),
    mailIds: mails.map((row) => row.id),
    words: longestFirst(words),
    sureWords: longestFirst(sure),
  }
}

interface Lead {
  id: string
  lead_name: string
  lead_phone: string | null
  lead_email: string | null
}

const longestFirst = (words: readonly (string | null)[]): string[] =>
  [...new Set(words.filter((word) => word !== null && word.trim().length >= WORD_MIN_CHARS) as string[])].sort(
    (a, b) => b.length - a.length,
  )

/** Returns the references of trips that are still to be made. */
export async function openTrips(tx: Tx, reservationIds: readonly string[], at: Date): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select reference from reservations
    where id = any(${[...reservationIds]}::uuid[]) and status in ('on_hold', 'pending', 'confirmed', 'checked_in', 'boarded')
      and (travel_at is null or travel_at > ${at.toISOString()}) order by reference`.execute(tx)
  return rows.map((row) => row.reference)
}
