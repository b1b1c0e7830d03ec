import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction'
import type { Person } from './person'

/** Fields of the history with values that are always personal data. */
const PERSONAL = [
  'first_name',
  'last_name',
  'company_name',
  'email',
  'phone',
  'notes',
  'tags',
  'tax_number',
  'blocked_reason',
  'lead_name',
  'lead_phone',
  'lead_email',
  'internal_notes',
  'customer_notes',
  'passengers',
  'hire',
]
const GONE = '[erased]'

/** Removes a person from every table, except what accounting needs. @param name replaces the person's name */
export async function erasePerson(tx: Tx, person: Person, name: string, at: Date): Promise<void> {
  await sql`select set_config('wayline.erasing', 'on', true)`.execute(tx)
  const { customerIds, reservationIds, references, waitingIds, mailIds } = person
  const pattern = patternOf(person.words)
  const now = at.toISOString()
  await sql`
    update customers set first_name = null, last_name = case when kind = 'person' then ${name} end,
      company_name = case when kind = 'company' then ${name} end, email = null, phone = null, notes = null,
      tax_number = null, tags = '{}', consent_marketing = false, anonymised_at = ${now},
      blocked_reason = case when is_blocked then ${GONE} end, version = version + 1, updated_at = ${now}
    where id = any(${customerIds}::uuid[])`.execute(tx)
  await sql`
    update reservations set lead_name = ${name}, lead_phone = null, lead_email = null, internal_notes = null,
      customer_notes = null, cancel_reason = ${scrubbed('cancel_reason', pattern)},
      hire = case when hire is null then null else ${scrubbed('hire', pattern)} || jsonb_build_object(
        'pickup', hire->'pickup' || jsonb_build_object('address', case when hire->'pickup'->>'address' is not null then ${GONE}::text end),
        'dropoff', hire->'dropoff' || jsonb_build_object('address', case when hire->'dropoff'->>'address' is not null then ${GONE}::text end)
      ) end,
      cancelled_from = ${scrubbed('cancelled_from', pattern)},
      kept_sale = case when kept_sale is null then null
        when kept_sale ? 'purchase' then jsonb_set(${scrubbed('kept_sale', pattern)}, '{purchase,sales}', (
          select jsonb_agg(jsonb_set(one, '{sale,customerTags}', '[]'))
          from jsonb_array_elements(kept_sale->'purchase'->'sales') as one))
        else jsonb_set(${scrubbed('kept_sale', pattern)}, '{sale,customerTags}', '[]') end,
      version = version + 1, updated_at = ${now}
    where id = any(${reservationIds}::uuid[])`.execute(tx)
  await sql`update reservation_passengers set name = null where reservation_id = any(${reservationIds}::uuid[])`.execute(
    tx,
  )
  await sql`
    update reservation_snapshots set passengers = coalesce((
      select jsonb_agg(one || '{"name": null}') from jsonb_array_elements(passengers) as one), '[]')
    where reservation_id = any(${reservationIds}::uuid[])`.execute(tx)
  await sql`
    update waiting_entries set lead_name = ${name}, lead_phone = null, lead_email = null, passengers = coalesce((
      select jsonb_agg(one || '{"name": null}') from jsonb_array_elements(passengers) as one), '[]')
    where id = any(${waitingIds}::uuid[])`.execute(tx)
  await sql`
    delete from jobs where lane = any(${reservationIds}::uuid[]) or payload->>'mail_id' = any(${mailIds}::text[])
      or payload->>'entity_id' = any(${reservationIds}::text[])
      or payload->>'reservation_id' = any(${reservationIds}::text[])`.execute(tx)
  // Pending jobs have ids of records, and reasons that users have typed.
  await sql`
    update jobs set payload = ${scrubbed('payload', pattern)}
    where ${hasWords(person.words)} and jsonb_path_query_array(payload, '$.events[*].entry.entity.id') ?| ${reservationIds}::text[]
    `.execute(tx)
  await sql`delete from mails where id = any(${mailIds}::uuid[])`.execute(tx)
  await sql`
    delete from notifications where entity_id = any(${[...customerIds, ...reservationIds, ...waitingIds]}::uuid[])
      or record_ids && ${reservationIds}::uuid[]
      or (${hasWords(person.sureWords)}
        and concat_ws(' ', title, message, wording::text) ~* ${patternOf(person.sureWords)})
    `.execute(tx)
  await sql`
    update partner_api_logs set query = '', request_body = null, response_body = null
    where trip_reference = any(${references}::text[])`.execute(tx)
  await sql`delete from webhook_deliveries where object_id = any(${reservationIds}::uuid[]) and state = 'pending'`.execute(
    tx,
  )
  await sql`update webhook_deliveries set payload = '{}' where object_id = any(${reservationIds}::uuid[])`.execute(tx)
  await sql`
    delete from idempotency_keys
    where ${hasWords(person.words)} and (answer ~* ${pattern} or answer ~ ${patternOf(reservationIds)})`.execute(tx)
  await sql`
    update resolutions set before = ${scrubbed('before', pattern)}, jobs = ${scrubbed('jobs', pattern)}
    where ${hasWords(person.words)} and before::text || jobs::text ~* ${pattern}`.execute(tx)
  await eraseMoney(tx, reservationIds, pattern)
  await eraseTills(tx, person)
  await eraseFiles(tx, person, name, now)
  await eraseHistory(tx, person, name, pattern)
  await sql`select set_config('wayline.erasing', 'off', true)`.execute(tx)
}

/** Removes typed text and the recipients of payment links; amounts, times and actors stay. */
async function eraseMoney(tx: Tx, reservationIds: readonly string[], pattern: string): Promise<void> {
  await sql`
    update ledger_transactions set reason = ${scrubbed('reason', pattern)}
    where reservation_id = any(${reservationIds}::uuid[]) and reason is not null`.execute(tx)
  await sql`
    update payments set reason = ${scrubbed('reason', pattern)}
    where reservation_id = any(${reservationIds}::uuid[]) and reason is not null`.execute(tx)
  await sql`
    update payment_links set sent_to = null where payment_id in (
      select id from payments where reservation_id = any(${reservationIds}::uuid[]))`.execute(tx)
}

/** Comments on the cash in a till belong to no reservation, but may name a customer. */
async function eraseTills(tx: Tx, { sureWords }: Person): Promise<void> {
  if (sureWords.length === 0) return
  const sure = patternOf(sureWords)
  await sql`
    update till_sessions set difference_reason = ${scrubbed('difference_reason', sure)},
      opening_reason = ${scrubbed('opening_reason', sure)}
    where difference_reason ~* ${sure} or opening_reason ~* ${sure}`.execute(tx)
  await sql`update till_moves set reason = ${scrubbed('reason', sure)} where reason ~* ${sure}`.execute(tx)
  await sql`
    update ledger_transactions set reason = ${scrubbed('reason', sure)}
    where till_session_id is not null and kind in ('till_opened', 'till_moved', 'till_counted') and reason ~* ${sure}`.execute(
    tx,
  )
}

/**
 * Deletes all exported files, because they can be exported again and may have the name in them, also in mails and history.
 * Of imported tables, only the rows about the person are deleted.
 */
async function eraseFiles(tx: Tx, { customerIds, sureWords }: Person, name: string, at: string): Promise<void> {
  await sql`
    with gone as (
      update tasks set file_name = null, file_bytes = null, finished_at = coalesce(finished_at, ${at}),
        state = case when finished_at is null then 'cancelled' else state end
      where kind = 'export' returning id
    )
    delete from task_files f using gone where f.task_id = gone.id`.execute(tx)
  const sure = patternOf(sureWords)
  await sql`
    update import_rows set cells = '[]' where cells::text ~* ${sure} or (sheet_id, position) in (
      select (t.request->>'sheet_id')::uuid, r.position from tasks t join task_rows r on r.task_id = t.id
      where t.kind = 'import' and r.record_id = any(${customerIds}::uuid[]))`.execute(tx)
  await sql`
    update task_rows set problem = ${scrubbed('problem', sure)},
      label = case when record_id = any(${customerIds}::uuid[]) then ${name} else ${scrubbed('label', sure)} end
    where record_id = any(${customerIds}::uuid[]) or label || coalesce(problem::text, '') ~* ${sure}`.execute(tx)
}

/** Removes the person from the history; who did what and when stays. */
async function eraseHistory(tx: Tx, person: Person, name: string, pattern: string): Promise<void> {
  const { customerIds, reservationIds, waitingIds, mailIds, sureWords } = person
  const own = [...customerIds, ...reservationIds, ...waitingIds, ...mailIds]
  await sql`
    update audit_events set
      entity_label = case when entity_id = any(${customerIds}::uuid[]) then ${name}
        else ${scrubbed('entity_label', pattern)} end,
      reason = ${scrubbed('reason', pattern)},
      changes = ${scrubbedChanges(pattern, PERSONAL)}
    where entity_id = any(${own}::uuid[])`.execute(tx)
  if (sureWords.length === 0) return
  const sure = patternOf(sureWords)
  await sql`
    update audit_events set entity_label = ${scrubbed('entity_label', sure)}, reason = ${scrubbed('reason', sure)},
      changes = ${scrubbedChanges(sure, [])}
    where coalesce(entity_label, '') || coalesce(reason, '') || coalesce(changes::text, '') ~* ${sure}`.execute(tx)
}

const hasWords = (words: readonly string[]) => sql`${words.length > 0}::boolean`

const JSON_COLUMNS = new Set(['hire', 'cancelled_from', 'kept_sale', 'before', 'jobs', 'problem', 'payload'])

/** Returns a column without the words of a pattern; the keys of JSON documents stay. */
const scrubbed = (column: string, pattern: string) =>
  JSON_COLUMNS.has(column)
    ? sql`scrub_json(${sql.ref(column)}, ${pattern}, ${GONE})`
    : sql`regexp_replace(${sql.ref(column)}, ${pattern}, ${GONE}, 'gi')`

/** Returns the changes of an entry without the words, and without the values of fields with personal data. */
const scrubbedChanges = (pattern: string, emptied: readonly string[]) => sql`
  case when changes is not null then coalesce((
    select jsonb_agg(jsonb_build_object('field', one->'field') || case when one->>'field' = any(${[...emptied]}::text[])
      then '{"old": null, "new": null}' else scrub_json(one - 'field', ${pattern}, ${GONE}) end order by place)
    from jsonb_array_elements(changes) with ordinality as element (one, place)), '[]') end`

/** Returns a pattern for any of the words, also as escaped in JSON; one that never matches without words. */
function patternOf(words: readonly string[]): string {
  const spellings = words.flatMap((word) => [word, JSON.stringify(word).slice(1, -1)])
  const escaped = [...new Set(spellings)].map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return escaped.length > 0 ? escaped.join('|') : '(?!)'
}

export const noteErasure = (tx: Tx, customerId: string, by: string, reason: string, at: Date) =>
  tx
    .insertInto('erasures')
    .values({ customer_id: customerId, at: at.toISOString(), by_name: by, reason })
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .execute()
