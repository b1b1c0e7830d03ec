import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../../contract/core/languages'
import {
  ruleSentence,
  type RuleDraft,
  type SentenceContext,
} from '../../../../src/resources/pricing-rules/ruleSentence'
import { wordsIn } from '../../../support/words'

const NAMES: Record<string, string> = { easter: 'Holy Week', airport: 'Airport shuttle' }

async function sentencesIn(language: Language): Promise<SentenceContext> {
  return { ...(await wordsIn(language)), nameOf: (_, id) => NAMES[id] ?? id }
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
    ['Choose what the rule does to see it summarised here.', { ...percent, percent_bp: null }],
  ])('is: %s', async (sentence, rule) => {
    expect(ruleSentence(rule, await sentencesIn('en'))).toBe(sentence)
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
    const sentence = ruleSentence(rule, await sentencesIn(language))
    expect(sentence).not.toMatch(/app\.|choices\.|\{\{/)
    expect(sentence).toContain('SPRING')
  })
})
