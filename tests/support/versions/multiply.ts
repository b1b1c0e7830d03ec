import { sql } from 'kysely'
import type { Db } from '../../../server/db/database'

/** Tables that belong to a reservation in every stored version. */
const PARTS = ['reservation_legs', 'reservation_passengers', 'reservation_snapshots']

/** Letters of a reference. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Copies of each record in one statement, which stays within the time limit of statements. */
const COPIES_AT_ONCE = 100

/** SQL of the id of the nth copy. */
const copyOf = (id: string) => `md5(${id}::text || n)::uuid`

/* SQL of the amounts of the nth copy. */
const FACTOR = '(n % 7 + 1)'
const PAID = `(t.total_minor * ${FACTOR} * (n % 4) / 3)`
const ENDED = `(t.status in ('cancelled', 'expired', 'rejected'))`
const OWED = `(case when ${ENDED} then t.cancellation_fee_minor else t.total_minor end * ${FACTOR})`

/**
 * Copies each reservation of an older version with its legs, passengers and replaced prices. The copies have larger amounts,
 * different payments, and every third confirmed one has ended.
 * @returns the number of reservations
 */
export async function multiplyReservations(db: Db, copies: number): Promise<number> {
  const changed: Record<string, Record<string, string>> = {
    reservations: {
      id: copyOf('t.id'),
      return_of_id: copyOf('t.return_of_id'),
      partner_reference: "t.partner_reference || '-' || n",
      reference: `(select string_agg(substr('${LETTERS}', ((n * 100 + t.place) * 648391 >> 5 * letter & 31)::int + 1, 1), '')
        from generate_series(0, 5) letter)`,
      price_lines: `(select coalesce(jsonb_agg(line || jsonb_build_object('unit_minor', (line->>'unit_minor')::bigint * ${FACTOR},
        'amount_minor', (line->>'amount_minor')::bigint * ${FACTOR}) order by place), '[]') from jsonb_array_elements(t.price_lines)
        with ordinality l(line, place))`,
      total_minor: `t.total_minor * ${FACTOR}`,
      cancellation_fee_minor: `t.cancellation_fee_minor * ${FACTOR}`,
      commission_minor: `t.commission_minor * ${FACTOR}`,
      paid_minor: PAID,
      payment_status: `case when ${PAID} > ${OWED} then 'refund_due' when ${OWED} = 0 and ${ENDED} then 'unpaid'
        when ${PAID} = ${OWED} then 'paid' when ${PAID} > 0 then 'part_paid' else 'unpaid' end`,
      status: `case when t.status = 'confirmed' and t.kind = 'seat' and n % 3 = 0 then
        case when n % 2 = 0 then 'completed' else 'no_show' end else t.status end`,
    },
    ...Object.fromEntries(
      PARTS.map((table) => [
        table,
        { id: copyOf('t.id'), reservation_id: copyOf('t.reservation_id'), ticket_code: 'null' },
      ]),
    ),
  }
  for (const table of ['reservations', ...PARTS]) {
    const { rows } = await sql<{ column_name: string }>`select column_name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`.execute(
      db,
    )
    const names = rows.map(({ column_name }) => column_name)
    const values = names.map((name) => changed[table]?.[name] ?? `t."${name}"`)
    const originals = sql.table(`originals_${table}`)
    await sql`create table ${originals} as select row_number() over () as place, * from ${sql.table(table)}`.execute(db)
    for (let first = 1; first <= copies; first += COPIES_AT_ONCE) {
      const last = Math.min(copies, first + COPIES_AT_ONCE - 1)
      await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
        select ${sql.raw(values.join(', '))} from ${originals} t, generate_series(${first}::int, ${last}::int) n`.execute(
        db,
      )
    }
    await sql`drop table ${originals}`.execute(db)
  }
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from reservations`.execute(db)
  return rows[0]?.count ?? 0
}
