import { sql } from 'kysely'
import type { CustomerInBrief, DuplicatePair, LikelySame } from '../../../../contract/operations/customer-merge'
import { DUPLICATE_KEYS_MAX, LIKELY_SAME_MAX, NEAR_NAME_SIMILARITY } from '../../../../contract/core/limits/search'
import type { Page } from '../../../../contract/core/list'
import type { Reader, Tx } from '../../../db/transaction'

type Evidence = DuplicatePair['evidence']

/** Customers `a` and `b` not marked as different. With only a name in common, phone and email must not both differ. */
const MAY_BE_ONE = sql.raw(`
  not exists (
    select 1 from customer_distinctions d where d.one_id = least(a.id, b.id) and d.other_id = greatest(a.id, b.id))
  and (evidence && '{phone,email}' or not coalesce(a.phone <> b.phone and lower(a.email) <> lower(b.email), false))`)

/** Two matches are stronger than one, an email is stronger than a phone, and a name is the weakest. */
const SUREST_FIRST = sql.raw(`cardinality(evidence) desc, 'email' = any(evidence) desc, 'phone' = any(evidence) desc`)

/** Values that several active customers share, with the ids of these customers, oldest first. */
const sharedBy = (evidence: Evidence[number], key: string) => sql`
  (select ${sql.lit(evidence)} as evidence, array_agg(id order by id) as ids from customers
  where ${sql.raw(key)} is not null and merged_into_id is null and anonymised_at is null
  group by ${sql.raw(key)} having count(*) > 1 limit ${DUPLICATE_KEYS_MAX + 1})`

interface Pair {
  one_id: string
  other_id: string
  evidence: Evidence
  total: number
  capped: boolean | null
}

/**
 * Returns pairs of customers that share a phone, an email or a name: each with the oldest who shares it. Shared values are
 * read from the indexes in order, which is fast for any number of customers.
 */
export async function pageOfDuplicates(reader: Reader, offset: number, limit: number): Promise<Page<DuplicatePair>> {
  const { rows } = await sql<Pair>`
    with shared as (
      ${sharedBy('phone', 'phone')} union all ${sharedBy('email', 'lower(email)')} union all ${sharedBy('name', 'name_key')}
    ), pairs as (
      select ids[1] as one_id, other_id, array_agg(distinct evidence) as evidence
      from shared cross join unnest(ids[2:]) as other_id group by 1, 2
    ), likely as (
      select one_id, other_id, evidence from pairs join customers a on a.id = one_id join customers b on b.id = other_id
      where ${MAY_BE_ONE}
    )
    select *, count(*) over ()::int as total, (
      select bool_or(keys > ${DUPLICATE_KEYS_MAX}) from (select count(*) as keys from shared group by evidence) kinds
    ) as capped
    from likely order by ${SUREST_FIRST}, other_id desc, one_id limit ${limit} offset ${offset}`.execute(reader)
  const known = await inBrief(
    reader,
    rows.flatMap((row) => [row.one_id, row.other_id]),
  )
  const pairs = rows.flatMap(({ one_id, other_id, evidence }) => {
    const [one, other] = [known.get(one_id), known.get(other_id)]
    return one && other ? [{ one, other, evidence }] : []
  })
  return { rows: pairs, total: { count: rows[0]?.total ?? offset, exact: rows[0]?.capped !== true } }
}

/** Returns a few customers that may be the same as this one; undefined if it does not exist. */
export async function likelySame(tx: Tx, id: string): Promise<LikelySame[] | undefined> {
  const { rows: own } = await sql<{
    email: string | null
    phone: string | null
    name_key: string | null
    live: boolean
  }>`
    select lower(email) as email, phone, name_key, merged_into_id is null and anonymised_at is null as live
    from customers where id = ${id}`.execute(tx)
  const [self] = own
  if (!self?.live) return self && []
  // The operator `%` uses the index, and only this setting as its threshold.
  await sql`select set_config('pg_trgm.similarity_threshold', ${String(NEAR_NAME_SIMILARITY)}, true)`.execute(tx)
  const found = (evidence: Evidence[number], condition: ReturnType<typeof sql>) => sql`
    select id, ${sql.lit(evidence)} as evidence from customers
    where ${condition} and id <> ${id} and merged_into_id is null and anonymised_at is null`
  const { rows } = await sql<{ id: string; evidence: Evidence }>`
    with found as (
      ${found('email', sql`lower(email) = ${self.email}`)} union all ${found('phone', sql`phone = ${self.phone}`)}
      union all ${found('name', sql`name_key = ${self.name_key}`)}
      union all ${found('near_name', sql`name_key % ${self.name_key} and name_key <> ${self.name_key}`)}
    ), pairs as (select id as other_id, array_agg(evidence) as evidence from found group by 1)
    select b.id, evidence from pairs join customers b on b.id = other_id join customers a on a.id = ${id}
    where ${MAY_BE_ONE} order by ${SUREST_FIRST}, b.id limit ${LIKELY_SAME_MAX}`.execute(tx)
  const known = await inBrief(
    tx,
    rows.map((row) => row.id),
  )
  return rows.flatMap(({ id: other, evidence }) => {
    const customer = known.get(other)
    return customer ? [{ customer, evidence }] : []
  })
}

async function inBrief(reader: Reader, ids: readonly string[]): Promise<Map<string, CustomerInBrief>> {
  const { rows } = await sql<CustomerInBrief>`
    select id, kind, first_name, last_name, company_name, phone, email, created_at,
      (select count(*)::int from reservations r where r.customer_id = c.id) as reservations
    from customers c where id = any(${[...new Set(ids)]}::uuid[])`.execute(reader)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Records that two customers are different, or reverts this. @returns whether this changed anything */
export async function writeDistinction(tx: Tx, ids: readonly string[], areTwo: boolean, at: Date): Promise<boolean> {
  const [one, other] = [...ids].sort()
  const { numAffectedRows = 0n } = areTwo
    ? await sql`
        insert into customer_distinctions (one_id, other_id, at) values (${one}, ${other}, ${at.toISOString()})
        on conflict do nothing`.execute(tx)
    : await sql`delete from customer_distinctions where one_id = ${one} and other_id = ${other}`.execute(tx)
  return numAffectedRows > 0n
}
