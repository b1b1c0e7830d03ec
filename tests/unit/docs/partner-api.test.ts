import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PartnerQuote } from '../../../contract/partner/journeys'

const PAGE = readFileSync(new URL('../../../docs/domain/partner-api.md', import.meta.url), 'utf8')
const examples = [...PAGE.matchAll(/```json\n([\s\S]*?)```/g)].map(([, block = '']) => JSON.parse(block) as unknown)

describe('docs/domain/partner-api.md', () => {
  it('shows a price in the format of the API, with lines that add up', () => {
    const quotes = examples
      .filter((example) => PartnerQuote.safeParse(example).success)
      .map((example) => example as PartnerQuote)
    expect(quotes).toHaveLength(1)
    for (const quote of quotes) {
      // The example contains only fields of a real answer.
      expect(PartnerQuote.parse(quote)).toEqual(quote)
      expect(quote.lines.reduce((sum, line) => sum + line.amount_minor, 0)).toBe(quote.gross_minor)
      for (const { quantity, unit_minor, amount_minor } of quote.lines) expect(quantity * unit_minor).toBe(amount_minor)
      expect(quote.gross_minor - quote.commission_minor).toBe(quote.net_minor)
    }
  })
})
