import { readFileSync } from 'node:fs'
import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../../contract/core/vocabulary'
import { LANGUAGE_TABLE } from '../../../../src/providers/i18n/languages'
import {
  ruleSentence,
  type RuleDraft,
  type SentenceContext,
} from '../../../../src/resources/pricing-rules/ruleSentence'

const NAMES: Record<string, string> = { easter: 'Holy Week', airport: 'Airport shuttle' }

async function wordsIn(language: (typeof LANGUAGES)[number]): Promise<SentenceContext> {
  const translation = JSON.parse(readFileSync(`locales/${language}/translation.json`, 'utf8')) as object
  const i18n = createInstance()
  await i18n.init({ lng: language, resources: { [language]: { translation } }, interpolation: { escapeValue: false } })
  const t: SentenceContext['t'] = (key, { smart_count: count, ...options } = {}) =>
    i18n.t(key, { ...options, ...(typeof count === 'number' ? { count } : {}) })
  return { language, locale: LANGUAGE_TABLE[language].intl, t, nameOf: (_, id) => NAMES[id] ?? id }
}

const percent = { stage: 'fare_adjust', effect: 'add_percent', percent_bp: 1250 } as const

describe('the sentence of a rule', () => {
  it.each<[string, RuleDraft]>([
    ['Raises each fare by 12.5%: on every trip.', percent],
    ['Lowers each fare by 10%: in Holy Week.', { ...percent, percent_bp: -1000, season_ids: ['easter'] }],
    [
      'Raises each fare by 12.5%: departing from 22:00 until before 06:00 the next morning, on Airport shuttle.',
      { ...percent, depart_time_from: '22:00', depart_time_to: '06:00', route_ids: ['airport'] },
    ],
    [
      'Raises each fare by 12.5%: departing from 06:00 until before 22:00.',
      { ...percent, depart_time_from: '06:00', depart_time_to: '22:00' },
    ],
    [
      'Sets each fare to €9.50: for 3 passengers or more.',
      { stage: 'base_override', effect: 'set_amount', amount_minor: 950, currency: 'EUR', party_size_from: 3 },
    ],
    ['Raises each fare by 12.5%: on a, b, c or 2 more.', { ...percent, route_ids: ['a', 'b', 'c', 'd', 'e'] }],
    ['Say what the rule does, and this sentence will tell it in plain words.', { ...percent, percent_bp: null }],
  ])('says: %s', async (sentence, rule) => {
    expect(ruleSentence(rule, await wordsIn('en'))).toBe(sentence)
  })

  it.each(LANGUAGES)('has all of its words in %s', async (language) => {
    const rule: RuleDraft = {
      ...percent,
      season_ids: ['easter'],
      weekdays: [1, 5],
      travel_date_from: '2030-04-01',
      travel_date_to: '2030-04-20',
      depart_time_from: '22:00',
      depart_time_to: '06:00',
      lead_time_min_from: 60,
      lead_time_min_to: 600,
      sale_at_from: '2030-01-01T00:00:00Z',
      origin_station_ids: ['a'],
      destination_station_ids: ['b'],
      zone_pairs: [{ from_zone: 'A', to_zone: 'B' }],
      vehicle_type_ids: ['coach'],
      service_kinds: ['shuttle'],
      passenger_categories: ['child'],
      party_size_to: 9,
      load_pct_from: 80,
      channels: ['web'],
      partner_ids: ['p'],
      customer_tags: ['vip'],
      promo_codes: ['SPRING'],
      trip_type: 'return',
      valid_to: '2030-12-31',
    }
    const sentence = ruleSentence(rule, await wordsIn(language))
    expect(sentence).not.toMatch(/app\.|choices\.|\{\{/)
    expect(sentence).toContain('SPRING')
  })
})
