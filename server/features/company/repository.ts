import { Company, type CompanyUpdate } from '../../../contract/operations/company'
import { audit, diff } from '../../kernel/audit'
import type { Db } from '../../db/database'
import { inTransaction, type Reader } from '../../db/transaction'
import type { Context } from '../../http/context'
import { Refusal } from '../../http/refusal'

/** What the history calls the one company; it has no id of its own. */
const COMPANY_ID = '00000000-0000-0000-0000-000000000001'

export async function readCompany(reader: Reader): Promise<Company> {
  const row = await reader.selectFrom('company').selectAll().executeTakeFirstOrThrow()
  return Company.parse(row)
}

/** @param version the version that the change was made from; null for any. @throws Refusal version_mismatch */
export async function changeCompany(
  db: Db,
  version: number | null,
  { cancellation_policy: policy, ...rest }: CompanyUpdate,
  context: Context,
): Promise<Company> {
  return inTransaction(db, async (tx) => {
    await tx.selectFrom('company').select('id').forUpdate().execute()
    const current = await readCompany(tx)
    if (version !== null && current.version !== version)
      throw new Refusal(
        'version_mismatch',
        `You changed version ${version}; the settings are at version ${current.version} now. Compare and decide.`,
        { current },
      )
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
    const next: Company = { ...current, ...given, ...(policy && { cancellation_policy: policy }) }
    const changes = diff(current, next, Object.keys(Company.shape))
    if (changes.length === 0) return current
    await tx
      .updateTable('company')
      .set({
        ...given,
        cancellation_policy: JSON.stringify(next.cancellation_policy),
        version: current.version + 1,
        updated_at: context.now().toISOString(),
      })
      .execute()
    const saved = await readCompany(tx)
    await audit(tx, context, {
      action: 'company.updated',
      entity: { type: 'company', id: COMPANY_ID, label: saved.name, version: saved.version },
      changes,
    })
    return saved
  })
}
