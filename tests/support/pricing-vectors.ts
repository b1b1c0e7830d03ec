import { tableOf } from './markdown-table'

interface RuleOfVector {
  code: string
  stage: 'base_override' | 'fare_adjust' | 'total_adjust' | 'limit'
  effect: 'set_amount' | 'add_amount' | 'add_percent' | 'min_total' | 'max_total'
  amount_minor: number | null
  percent_bp: number | null
  currency: string | null
  percent_base: 'base_fare' | 'running'
}

/** A row of the worked examples in docs/domain/pricing.md, as parsed values. */
export interface Vector {
  name: string
  currency: string
  fares: { passenger_category: 'adult' | 'child'; amount_minor: number }[]
  /** Null for seat sales. */
  hire: { base_minor: number; per_km_minor: number; km: number } | null
  party: { category: 'adult' | 'child'; count: number }[]
  rules: RuleOfVector[]
  increment: number
  addons: { quantity: number; amount_minor: number }[]
  taxBp: number
  commissionBp: number
  fare: number
  total: number
  tax: number
  commission: number
  net: number
}

const listOf = (text: string | undefined): string[] => (text ? text.split(', ').filter((part) => part !== '') : [])
const numberAfter = (parts: string[], word: string): number =>
  Number(new RegExp(`^${word} (\\d+)`).exec(parts.find((part) => part.startsWith(word)) ?? '')?.[1] ?? 0)

export function ruleOf(text: string, index: number, currency: string): RuleOfVector {
  const [, word = '', amount = '', bp, running] = /^(\w+) ([+-]?\d+)( bp)?( running)?$/.exec(text) ?? []
  const stages = {
    set: ['base_override', 'set_amount'],
    min: ['limit', 'min_total'],
    max: ['limit', 'max_total'],
    fare: ['fare_adjust', bp ? 'add_percent' : 'add_amount'],
    total: ['total_adjust', bp ? 'add_percent' : 'add_amount'],
  } as const
  const kind = stages[word as keyof typeof stages]
  if (kind === undefined) throw new Error(`docs/domain/pricing.md: "${text}" is no rule.`)
  return {
    code: `RULE-${index + 1}`,
    stage: kind[0],
    effect: kind[1],
    amount_minor: bp ? null : Number(amount),
    percent_bp: bp ? Number(amount) : null,
    currency: bp ? null : currency,
    percent_base: running ? 'running' : 'base_fare',
  }
}

export const vectors: Vector[] = tableOf('domain/pricing.md', 'Commission').map((row) => {
  const beside = listOf(row['Beside'])
  const currency = row['Currency'] ?? ''
  const tariff = /^(\d+) \+ (\d+) per km$/.exec(row['Fare or tariff'] ?? '')
  const party = listOf(row['Party'])
  return {
    name: row['#'] ?? '',
    currency,
    fares: tariff
      ? []
      : listOf(row['Fare or tariff']).map((text) => {
          const [category, amount] = text.split(' ')
          return { passenger_category: category as 'adult' | 'child', amount_minor: Number(amount) }
        }),
    hire: tariff
      ? { base_minor: Number(tariff[1]), per_km_minor: Number(tariff[2]), km: Number.parseFloat(party[0] ?? '') }
      : null,
    party: tariff
      ? [{ category: 'adult', count: 1 }]
      : party.map((text) => {
          const [count, category] = text.split(' ')
          return { category: category as 'adult' | 'child', count: Number(count) }
        }),
    rules: listOf(row['Rules']).map((text, index) => ruleOf(text, index, currency)),
    increment: numberAfter(beside, 'increment') || 1,
    addons: beside.flatMap((text) => {
      const [, quantity, amount] = /^add-on (\d+) × (\d+)$/.exec(text) ?? []
      return quantity ? [{ quantity: Number(quantity), amount_minor: Number(amount) }] : []
    }),
    taxBp: numberAfter(beside, 'tax'),
    commissionBp: numberAfter(beside, 'commission'),
    fare: Number(row['Fare']),
    total: Number(row['Total']),
    tax: Number(row['Tax']),
    commission: Number(row['Commission']),
    net: Number(row['Net']),
  }
})
