import type { Client } from '../api'

/** Deactivates the pricing rules of other tests, so that prices equal the fares. */
export async function withoutRules(api: Client): Promise<void> {
  const { rows } = await api.list('pricing-rules', { filter: { status: 'active' } })
  for (const { id } of rows) await api.patch(`/pricing-rules/${String(id)}`, { status: 'inactive' }, { ifMatch: '*' })
}
