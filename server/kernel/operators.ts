import type { Operator } from '../../contract/operations/operators'
import type { Partner } from '../../contract/entities/partner'
import type { Reader, Tx } from '../db/transaction'

/** Partner company that operates jobs for this company. */
interface OperatingCompany extends Pick<Partner, 'kind' | 'status'> {
  name: string
}

interface Named {
  id: string
  code: string
  legal_name: string
  trading_name: string | null
}

const NAMED = ['id', 'code', 'legal_name', 'trading_name'] as const
const nameOf = ({ legal_name, trading_name }: Omit<Named, 'id' | 'code'>): string => trading_name ?? legal_name

/** Returns a company and locks it until the transaction ends, so that it is not suspended while a job is assigned to it. */
export async function lockOperator(tx: Tx, id: string): Promise<OperatingCompany | undefined> {
  const row = await tx
    .selectFrom('partners')
    .select([...NAMED, 'kind', 'status'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return row && { kind: row.kind, status: row.status, name: nameOf(row) }
}

/** Returns the companies that jobs can be farmed out to. */
export async function activeOperators(reader: Reader): Promise<Operator[]> {
  const rows = await reader
    .selectFrom('partners')
    .select(NAMED)
    .where('kind', '=', 'affiliate')
    .where('status', '=', 'active')
    .execute()
  return rows
    .map((row) => ({ id: row.id, code: row.code, name: nameOf(row) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Adds the name of the operating company to each row. Usually no row has one, and nothing is queried. */
export async function nameOperators(reader: Reader, rows: Record<string, unknown>[]): Promise<void> {
  const ids = rows.map((row) => row['operated_by_partner_id']).filter((id) => typeof id === 'string')
  const companies =
    ids.length === 0 ? [] : await reader.selectFrom('partners').select(NAMED).where('id', 'in', ids).execute()
  const names = new Map(companies.map((company) => [company.id, nameOf(company)]))
  for (const row of rows) row['operated_by'] = names.get(String(row['operated_by_partner_id'])) ?? null
}
