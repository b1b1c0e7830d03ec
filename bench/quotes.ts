// Prices by the engine with 200 rules next to the same prices without rules, and the preview of a rule from the database.
import { sql } from 'kysely'
import { print } from '../scripts/lib/print.mjs'
import { pricingRule } from '../contract/entities/pricing-rule'
import { openDatabase, type Db } from '../server/db/database'
import { migrate } from '../server/db/migrate'
import { quoteSeats, type PriceBook } from '../server/domain/pricing/quote'
import { previewRule } from '../server/features/quotes/preview-rule'
import { aBook, aFare, aLeg, aSeason, percent, seats } from '../tests/support/pricing'
import { machine } from './lib/machine'
import { readOptions } from './lib/options'
import { figure, table } from './lib/report'
import { median, pairedRatio } from './lib/statistics'

const options = readOptions(5)
const RULES = 200
const ROUND_MS = options.sized(1_000, 20)
const BATCH = 500
const PAIRS = 20
const DAYS = 30
const DIMENSIONS = [
  { weekdays: [6, 7] },
  { season_ids: ['id-SUMMER'] },
  { depart_time_from: '22:00', depart_time_to: '06:00' },
  { lead_time_min_from: 20_160 },
  { load_pct_from: 80 },
  { party_size_from: 10 },
  { channels: ['web' as const] },
  { route_ids: ['other'] },
  { passenger_categories: ['senior' as const] },
  { promo_codes: ['SPRING'] },
]
/** Number of rules that apply to the priced sale: a breakdown that is still readable. */
const COUNTING = 8
const rules = Array.from({ length: RULES }, (_, index) =>
  percent(`RULE-${index}`, 100 + index, index < COUNTING ? { weekdays: [1] } : DIMENSIONS[index % DIMENSIONS.length]),
)
const party = new Map([
  ['adult', 2],
  ['child', 1],
] as const)
const request = seats([aLeg([aFare(1800), aFare(900, { passenger_category: 'child' })])], { party })
const seasons = [aSeason('SUMMER', '2030-06-01', '2030-09-15'), aSeason('YEAR', '2030-01-01', '2030-12-31')]

function rate(book: PriceBook): number {
  const started = performance.now()
  let made = 0
  while (performance.now() - started < ROUND_MS) {
    for (let index = 0; index < BATCH; index += 1) quoteSeats(request, book)
    made += BATCH
  }
  return (made * 1000) / (performance.now() - started)
}

/** Creates routes with two stops and a fare each, and the rules. */
async function fill(db: Db): Promise<void> {
  await sql`
    insert into stations (id, code, name, timezone)
    select gen_random_uuid(), 'ST' || n, '{"en": "Stop"}', 'Europe/Madrid' from generate_series(1, 2) n`.execute(db)
  await sql`
    insert into routes (id, code, name, status, origin_station_id, destination_station_id)
    select gen_random_uuid(), 'LINE' || n, '{"en": "Line"}', 'active',
      (select id from stations where code = 'ST1'), (select id from stations where code = 'ST2')
    from generate_series(1, ${PAIRS}::int) n`.execute(db)
  await sql`
    insert into fares (id, route_id, amount_minor, currency) select gen_random_uuid(), id, 1800, 'EUR' from routes`.execute(
    db,
  )
  await sql`
    insert into pricing_rules (id, code, name, stage, effect, percent_bp, weekdays, channels)
    select gen_random_uuid(), 'RULE' || n, '{"en": "Rule"}', 'fare_adjust', 'add_percent', n, array[1 + n % 7],
      case when n > 7 * ${COUNTING}::int then array['web'] else array[]::text[] end
    from generate_series(1, ${RULES}::int) n`.execute(db)
}

async function previewMs(db: Db): Promise<number> {
  const draft = {
    code: 'EASTER',
    name: { en: 'Easter' },
    stage: 'fare_adjust',
    effect: 'add_percent',
    percent_bp: 1_500,
  }
  const rule = pricingRule.create.parse(draft)
  const open = {
    explain: false,
    depart_time: null,
    passenger_category: null,
    party_size: null,
    load_pct: null,
    channel: null,
  }
  const started = performance.now()
  const { rows } = await previewRule(
    db,
    { ...open, rule, rule_id: null, from: '2030-04-01', days: DAYS, pairs: [] },
    new Date('2030-03-01T12:00:00Z'),
  )
  const took = performance.now() - started
  if (rows.length !== PAIRS || rows.some((row) => row.after.length !== DAYS))
    throw new Error('The preview has not all of its prices.')
  return took
}

const [bare, full] = [aBook({ seasons }), aBook({ rules, seasons })]
for (const book of [bare, full]) rate(book)
const rounds = Array.from({ length: options.rounds }, () => ({ limit: rate(bare), product: rate(full) }))
const [limits, products] = [rounds.map(({ limit }) => limit), rounds.map(({ product }) => product)]
const database = await openDatabase({
  databaseUrl: null,
  databasePool: 1,
  dataDir: null,
  durability: 'relaxed',
  queryLimitMs: 20_000,
  onError: () => undefined,
})
try {
  await migrate(database)
  await fill(database.db)
  await previewMs(database.db)
  const previews: number[] = []
  for (let round = 0; round < options.rounds; round += 1) previews.push(await previewMs(database.db))
  print(machine())
  print(`${options.rounds} rounds of ${ROUND_MS / 1000} s each in turn, on one core.\n`)
  table(
    ['quotes of a party of three', 'a second', 'ratio'],
    [
      ['no rule', figure(median(limits), 0), figure(1)],
      [`${RULES} rules`, figure(median(products), 0), figure(pairedRatio(products, limits))],
    ],
  )
  print(`\nPreview of a rule, ${PAIRS} pairs × ${DAYS} days with ${RULES} rules: ${figure(median(previews), 0)} ms.`)
} finally {
  await database.close()
}
