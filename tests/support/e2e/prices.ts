import type { Client } from '../api'

/** Takes the rules that other tests have made out of the price list, so that a fare costs what it says. */
export async function withoutRules(api: Client): Promise<void> {
  const { rows } = await api.list('pricing-rules', { filter: { status: 'active' } })
  for (const { id } of rows) await api.patch(`/pricing-rules/${String(id)}`, { status: 'inactive' }, { ifMatch: '*' })
}
