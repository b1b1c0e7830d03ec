import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { SettledStatement, StatementDetail, StatementLine } from '../../../../../contract/partner/settlement'
import type { Reader } from '../../../../db/transaction'
import { statementState } from '../../../../domain/ledger/statement'

interface Row extends Omit<SettledStatement, 'partner' | 'period' | 'state'> {
  partner_id: string
  code: string
  legal_name: string
  from_date: string
  to_date: string
  /** Current day in the partner's time zone. */
  today: string
}

/** @param now in UTC, decides what is overdue */
const select = (where: RawBuilder<SqlBool>, now: Date) => sql<Row>`
  select s.id, s.number, s.partner_id, p.code, p.legal_name, s.from_date::text, s.to_date::text, s.currency,
    (select count(*)::int from partner_statement_lines l where l.statement_id = s.id) as lines, s.gross_minor,
    s.commission_minor, s.collected_minor, s.net_minor, s.paid_minor, s.closed_at, s.due_on::text,
    to_char(${now.toISOString()}::timestamptz at time zone p.timezone, 'YYYY-MM-DD') as today
  from partner_statements s join partners p on p.id = s.partner_id
  where ${where} order by s.number desc`

function presentStatement({ partner_id, code, legal_name, from_date, to_date, today, ...row }: Row): SettledStatement {
  return {
    ...row,
    partner: { id: partner_id, code, legal_name },
    period: { from: from_date, to: to_date },
    state: statementState(row, today),
  }
}

export async function statementsOf(reader: Reader, partnerId: string, now: Date): Promise<SettledStatement[]> {
  const { rows } = await select(sql<SqlBool>`s.partner_id = ${partnerId}`, now).execute(reader)
  return rows.map(presentStatement)
}

/** Returns a statement. @param partnerId only of this partner; null for staff */
export async function readStatement(
  reader: Reader,
  id: string,
  partnerId: string | null,
  now: Date,
): Promise<StatementDetail | undefined> {
  const ofPartner = partnerId === null ? sql<SqlBool>`true` : sql<SqlBool>`s.partner_id = ${partnerId}`
  const { rows } = await select(sql<SqlBool>`s.id = ${id} and ${ofPartner}`, now).execute(reader)
  const [row] = rows
  return row && { ...presentStatement(row), trips: await linesOf(reader, id), payments: await paymentsOf(reader, id) }
}

/** Lines per query; processing more lines in one batch would block the event loop. */
const LINES_AT_ONCE = 1_000

async function linesOf(reader: Reader, id: string): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  for (;;) {
    const { rows } = await sql<StatementLine>`
      select position, reservation_id, reference, partner_reference, travel_at, timezone, origin, destination, gross_minor,
        commission_minor, collected_minor, net_minor
      from partner_statement_lines where statement_id = ${id} and position > ${lines.at(-1)?.position ?? 0}
      order by position limit ${LINES_AT_ONCE}`.execute(reader)
    lines.push(...rows)
    if (rows.length < LINES_AT_ONCE) return lines
  }
}

async function paymentsOf(reader: Reader, id: string): Promise<StatementDetail['payments']> {
  const { rows } = await sql<StatementDetail['payments'][number]>`
    select p.id, p.reference, p.direction, p.amount_minor, p.posted_at, p.provider_reference,
      p.reverses_id is not null or exists (select 1 from payments r where r.reverses_id = p.id) as is_reversed
    from payments p where p.statement_id = ${id} order by p.created_at, p.id`.execute(reader)
  return rows
}
