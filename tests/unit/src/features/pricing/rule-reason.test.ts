import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../../../contract/core/languages'
import { RULE_REJECTIONS } from '../../../../../contract/core/vocabulary'
import type { RuleVerdict } from '../../../../../contract/operations/quote'
import { ruleReason } from '../../../../../src/features/pricing/ruleReason'
import { wordsIn } from '../../../../support/words'

const verdict = (failed: RuleVerdict['failed_dimension'], more: Partial<RuleVerdict>): RuleVerdict => ({
  rule_id: '1',
  rule_code: 'R1',
  label: { en: 'Rule' },
  stage: 'fare_adjust',
  matched: false,
  failed_dimension: failed,
  expected: [],
  expected_range: null,
  actual: null,
  ...more,
})

/** One refusal by each condition, as the server reports it. */
const REFUSALS: Readonly<Record<string, RuleVerdict>> = {
  'Needs Friday or Sunday; this is Tuesday': verdict('weekday', { expected: ['5', '7'], actual: '2' }),
  'Needs at least 14 days before departure; this is 3 days before': verdict('lead_time', {
    expected: ['20160 –'],
    expected_range: { from: '20160', to: null },
    actual: '4320',
  }),
  'Needs a return': verdict('trip_type', { expected: ['return'], actual: 'one_way' }),
  'Needs a one-way trip': verdict('trip_type', { expected: ['one_way'], actual: 'return' }),
  'Needs 60% to 80% of the seats taken; 5% are taken': verdict('load', {
    expected: ['60 – 80'],
    expected_range: { from: '60', to: '80' },
    actual: '5',
  }),
  'Needs a departure from 22:00 until before 06:00; this departs at 12:30': verdict('depart_time', {
    expected: ['22:00 – 06:00'],
    expected_range: { from: '22:00', to: '06:00' },
    actual: '12:30',
  }),
  'Needs at least 4 passengers; this is 1 passenger': verdict('party_size', {
    expected: ['4 –'],
    expected_range: { from: '4', to: null },
    actual: '1',
  }),
  'Needs the code SUMMER; no code was given': verdict('promo_code', { expected: ['SUMMER'] }),
  'Needs the season Easter; this day is in no season': verdict('season', { expected: ['Easter'] }),
  'Needs zones A → B; these stations have no zones': verdict('zones', { expected: ['A → B'], actual: '→' }),
  'Needs the passenger category Child; this is Adult and Senior': verdict('passenger_category', {
    expected: ['child'],
    actual: 'adult, senior',
  }),
  'Needs a customer tagged school; this customer is tagged staff and vip': verdict('customer_tag', {
    expected: ['school'],
    actual: 'staff, vip',
  }),
  'Needs a price in EUR; this is USD': verdict('currency', { expected: ['EUR'], actual: 'USD' }),
}

/** Arabic plural forms: one, two, a few, and from eleven on. */
const ARABIC_PARTIES: readonly [from: string, said: string][] = [
  ['1', 'يلزم على الأقل راكب واحد'],
  ['2', 'يلزم على الأقل راكبين'],
  ['4', 'يلزم على الأقل 4 ركاب'],
  ['12', 'يلزم على الأقل 12 راكبًا'],
]

const WORDS: Readonly<Record<string, string>> = {
  service_kind: 'shuttle',
  passenger_category: 'adult',
  channel: 'web',
  trip_type: 'return',
}

const BETWEEN = { from: '1', to: '2' }
const OPEN = [BETWEEN, { from: '1', to: null }, { from: null, to: '1' }]
const RANGED: Readonly<Record<string, RuleVerdict['expected_range'][]>> = {
  depart_time: [BETWEEN],
  travel_date: OPEN,
  sale_at: OPEN,
  lead_time: OPEN,
  load: OPEN,
  party_size: OPEN,
  validity: OPEN,
}

describe('the reason why a rule does not apply', () => {
  it.each(Object.entries(REFUSALS))('is: %s', async (said, refused) => {
    expect(ruleReason(refused, await wordsIn('en'))).toBe(said)
  })

  it.each(ARABIC_PARTIES)('has the Arabic plural for %s passengers', async (from, said) => {
    const refused = verdict('party_size', { expected: [], expected_range: { from, to: null } })
    expect(ruleReason(refused, await wordsIn('ae'))).toBe(said)
  })

  it('has the names of weekdays in a list of the language', async () => {
    const refused = verdict('weekday', { expected: ['5', '7'], actual: '2' })
    expect(ruleReason(refused, await wordsIn('de'))).toBe('Nur am Freitag oder Sonntag; hier: Dienstag')
    expect(ruleReason(refused, await wordsIn('ae'))).toBe('يلزم يوم الجمعة أو الأحد؛ هنا: الثلاثاء')
  })

  it('is empty for one that applies', async () => {
    expect(ruleReason(verdict(null, { matched: true }), await wordsIn('en'))).toBe('')
  })

  it.each(LANGUAGES)('has words for every case in %s, without keys and placeholders', async (language) => {
    const words = await wordsIn(language)
    for (const failed of RULE_REJECTIONS)
      for (const range of RANGED[failed] ?? [null]) {
        const isDay = failed === 'travel_date' || failed === 'validity' || failed === 'sale_at'
        const value = (bound: string | null) => (bound !== null && isDay ? `2026-01-0${bound}` : bound)
        const word = WORDS[failed]
        const asked = {
          expected: [word ?? value('1') ?? ''],
          expected_range: range && { from: value(range.from), to: value(range.to) },
          actual: word ?? value('3'),
        }
        expect(ruleReason(verdict(failed, asked), words)).not.toMatch(/app\.|choices\.rule|\{\{|^$/)
      }
  })
})
