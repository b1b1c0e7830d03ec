/**
 * @typedef {{ name: string, about: string, file: string, settings: Record<string, string>, engine?: 'pglite' | 'postgres' }} LongRun
 *   `settings`: environment variables that the file reads; `engine`: the database of an API test.
 */

/**
 * Checks of `npm test` with large numbers of cases, run manually or at night.
 * @type {LongRun[]}
 */
export const LONG_RUNS = [
  {
    name: 'after-sale',
    about: '100,000 sequences of changes after the sale',
    file: 'tests/unit/server/domain/pricing/after-sale.test.ts',
    settings: { AFTER_SALE_RUNS: '100000' },
  },
  {
    name: 'after-sale-steps',
    about: 'all sequences of four changes after the sale, in worlds with each pair of fares, party, legs and rules',
    file: 'tests/unit/server/domain/pricing/after-sale-worlds.test.ts',
    settings: { AFTER_SALE_STEPS: '4' },
  },
  {
    name: 'after-sale-worlds',
    about: 'all sequences of two changes after the sale, in all 35,840 small worlds',
    file: 'tests/unit/server/domain/pricing/after-sale-worlds.test.ts',
    settings: { AFTER_SALE_WORLDS: '0-35840' },
  },
  {
    name: 'prices',
    about: '15,000 prices of each kind',
    file: 'tests/unit/server/domain/pricing/properties.test.ts',
    settings: { PRICING_RUNS: '15000' },
  },
  {
    name: 'tables',
    about: '2,000 tables exported and imported',
    file: 'tests/unit/server/features/exported-tables.test.ts',
    settings: { WAYLINE_PROPERTY_RUNS: '2000' },
  },
  {
    name: 'timetables',
    about: '200 random timetables exported and imported',
    file: 'tests/api/random-timetables.test.ts',
    settings: { WAYLINE_TIMETABLES: '200' },
    engine: 'pglite',
  },
  {
    name: 'tokens',
    about: 'a million tokens of partners',
    file: 'tests/unit/server/adapters/partner-tokens.test.ts',
    settings: { WAYLINE_TOKENS: '1000000' },
  },
  {
    name: 'planner',
    about: 'connections on the whole real timetable',
    file: 'tests/api/connections-planner.test.ts',
    settings: { WAYLINE_PLANNER: 'all' },
    engine: 'pglite',
  },
  {
    name: 'money',
    about: '200 histories of money against an oracle',
    file: 'tests/api/money-oracle.test.ts',
    settings: { MONEY_ORACLE_SEEDS: '200' },
    engine: 'postgres',
  },
  {
    name: 'sold-before',
    about: 'the total of every reservation of the demo that was sold without stored conditions',
    file: 'tests/api/demo.test.ts',
    settings: { WAYLINE_SOLD_BEFORE: '100000' },
    engine: 'postgres',
  },
  {
    name: 'migration',
    about: '100,000 reservations of older versions, migrated',
    file: 'tests/api/migrated-reservations.test.ts',
    settings: { WAYLINE_MIGRATED_RESERVATIONS: '100000' },
    engine: 'postgres',
  },
  {
    name: 'legs',
    about: '50 seeds of sales over many legs',
    file: 'tests/api/many-legs.test.ts',
    settings: { MANY_LEGS_SEEDS: '50' },
    engine: 'postgres',
  },
  {
    name: 'races',
    about: '20,000 sales at once on few seats',
    file: 'tests/api/races.test.ts',
    settings: { WAYLINE_RACE_ATTEMPTS: '20000' },
    engine: 'postgres',
  },
  {
    name: 'crashes',
    about: '500 servers killed while they sell',
    file: 'tests/api/crashes.test.ts',
    settings: { WAYLINE_CRASH_CYCLES: '500' },
    engine: 'postgres',
  },
  {
    name: 'webhooks',
    about: '50 servers killed while they send',
    file: 'tests/api/partner-webhook-crashes.test.ts',
    settings: { WAYLINE_WEBHOOK_CYCLES: '50' },
    engine: 'postgres',
  },
  {
    name: 'payments',
    about: '500 servers killed while money moves',
    file: 'tests/faults/payment-kills.test.ts',
    settings: { WAYLINE_PAYMENT_KILLS: '500' },
    engine: 'postgres',
  },
  {
    name: 'payment-events',
    about: '10,000 late, repeated and shuffled events of a payment provider',
    file: 'tests/api/payment-events.test.ts',
    settings: { WAYLINE_PAYMENT_EVENTS: '10000' },
    engine: 'postgres',
  },
  {
    name: 'ledger',
    about: 'a million histories of the ledger',
    file: 'tests/unit/server/domain/ledger/histories.test.ts',
    settings: { WAYLINE_MONEY_RUNS: '1000000' },
  },
  {
    name: 'requests',
    about: '20,000 odd requests',
    file: 'tests/faults/odd-requests.test.ts',
    settings: { WAYLINE_ODD_REQUESTS: '20000' },
    engine: 'postgres',
  },
  {
    name: 'event-loop',
    about: 'how long each operation holds the event loop, with each of its fields at its largest',
    file: 'tests/faults/event-loop.test.ts',
    settings: { WAYLINE_EVERY_FIELD: '1' },
    engine: 'pglite',
  },
  {
    name: 'looks',
    about: 'every combination of the customizer',
    file: 'tests/e2e/customizer.spec.ts',
    settings: { WAYLINE_ALL_LOOKS: '1' },
  },
  {
    name: 'accessibility',
    about: 'every page in every look, by axe',
    file: 'tests/e2e/accessibility.spec.ts',
    settings: { WAYLINE_AXE: 'all' },
  },
  {
    name: 'stress',
    about: 'a planted race, which 50 runs beside busy processes find',
    file: 'tests/unit/scripts/stress.test.ts',
    settings: { WAYLINE_STRESS_RUNS: '50' },
  },
]
