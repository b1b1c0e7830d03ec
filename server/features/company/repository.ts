import { z } from 'zod'
import { prose } from '../../../contract/core/scalars'
import { Company } from '../../../contract/operations/company'
import type { Reader, Tx } from '../../db/transaction'

/** Less strict than the schema for writing, because stored names and phone numbers may be older than their rules. */
const StoredCompany = Company.extend({ name: prose(120), contact_phone: z.string().nullable() })

export async function readCompany(reader: Reader): Promise<Company> {
  const row = await reader.selectFrom('company').selectAll().executeTakeFirstOrThrow()
  return StoredCompany.parse(row)
}

/** Locks the company until the transaction ends, and returns it. */
export async function lockCompany(tx: Tx): Promise<Company> {
  await tx.selectFrom('company').select('id').forUpdate().execute()
  return readCompany(tx)
}

export async function writeCompany(
  tx: Tx,
  { cancellation_policy: policy, account_codes: codes, ...rest }: Partial<Company>,
  at: string,
): Promise<void> {
  await tx
    .updateTable('company')
    .set({
      ...rest,
      ...(policy && { cancellation_policy: JSON.stringify(policy) }),
      ...(codes && { account_codes: JSON.stringify(codes) }),
      updated_at: at,
    })
    .execute()
}
