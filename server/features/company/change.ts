import { Company, CompanyUpdate } from '../../../contract/operations/company'
import { sentence } from '../../../contract/core/sentence'
import { audit, diff } from '../../kernel/audit'
import type { Db } from '../../db/database'
import type { Context } from '../../kernel/context'
import { isExpected, versionText, type Expected } from '../../http/etag'
import { refuseUnreadablePhones } from '../../http/phones'
import { Refusal } from '../../http/refusal'
import { changeOnce } from '../../http/idempotency'
import { lockCompany, readCompany, writeCompany } from './repository'

/** Id of the one company in the history, because it has no id of its own. */
const COMPANY_ID = '00000000-0000-0000-0000-000000000001'

/** Changes the settings. @param version that the change was made from; null for any. @throws Refusal version_mismatch */
export async function changeCompany(
  db: Db,
  version: Expected,
  update: CompanyUpdate,
  context: Context,
): Promise<Company> {
  return changeOnce(db, context, async (tx) => {
    const current = await lockCompany(tx)
    if (!isExpected(version, current.version))
      throw new Refusal(
        'version_mismatch',
        sentence`You changed ${versionText(version)}; the settings are now at version ${current.version}. Compare both, then repeat the change for this version.`,
        { current },
      )
    await refuseUnreadablePhones(CompanyUpdate, update, () => current)
    const given = Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined))
    const changes = diff(current, { ...current, ...given }, Object.keys(Company.shape))
    if (changes.length === 0) return current
    await writeCompany(tx, { ...given, version: current.version + 1 }, context.now().toISOString())
    const saved = await readCompany(tx)
    await audit(tx, context, {
      action: 'company.updated',
      entity: { type: 'company', id: COMPANY_ID, label: saved.name, version: saved.version },
      changes,
    })
    return saved
  })
}
