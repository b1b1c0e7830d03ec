import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** SQL statements that change the status of reservations or journeys outside the steps: the expiry of holds. */
const IN_SQL: Readonly<Record<string, number>> = { 'server/kernel/expire-holds.ts': 1 }
const STEPS = /^server\/features\/(reservations|journeys)\/steps\//
/** Statements for any table that write a status or the values they receive. */
const ANY_TABLE: Readonly<Record<string, number>> = { 'server/crud/store.ts': 2 }

const TABLES = 'reservations|journeys'
const STATUS = /(?<![\w.'])(?:\w\.)?"?(?:service_)?status"?\s*(?:=|:)/

/** Finds statements that write a status, or any values they receive, to these tables. */
function statusWrites(source: string): string[] {
  const updates = [
    ...source.matchAll(new RegExp(`\\bupdate\\s+(?:only\\s+)?(?:${TABLES})\\b([^\`;]*)`, 'gi')),
    ...source.matchAll(new RegExp(`\\binsert\\s+into\\s+(?:${TABLES})\\b[^\`;]*\\bon\\s+conflict\\b([^\`;]*)`, 'gi')),
    ...source.matchAll(new RegExp(`\\bmerge\\s+into\\s+(?:${TABLES})\\b([^\`;]*)`, 'gi')),
  ].filter(([, body = '']) => {
    const [, sets = ''] = /\bset\b([^]*?)(?:\bwhere\b|\bfrom\b|$)/i.exec(body) ?? []
    return STATUS.test(sets) || /\bset\s*\$\{/i.test(body)
  })
  const builders = [
    ...source.matchAll(new RegExp(`updateTable\\(['"](?:${TABLES})\\b[^;]*?\\.set\\(([^;]*)`, 'g')),
  ].filter(([, sets = '']) => !sets.startsWith('{') || /^\{[^}]*(?:\bstatus\b|service_status|\.\.\.)/.test(sets))
  return [...updates, ...builders].map(([statement]) => statement)
}

const anyTable = (source: string) => [
  ...[...source.matchAll(/\bupdate\s+\$\{[^`]*?\bset\s+([^`]*)/g)].filter(
    ([, sets = '']) => sets.startsWith('${') || STATUS.test(sets.replace(/\bwhere\b[^]*/i, '')),
  ),
  ...source.matchAll(/updateTable\((?!['"])/g),
]

/** Finds values with a status that a step passes to the store. */
const handed = (source: string) =>
  [...source.matchAll(/\baction: [^]{0,400}?\bvalues: \{[^}]*?(?<![\w.])(?:service_)?status\b(?=[:,\s}])/g)].map(
    ([values]) => values,
  )

const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') || path.endsWith('.sql'))
  .map((path) => join('server', path))
  .filter((path) => !path.startsWith('server/demo/'))
  .map((path) => ({ path, source: readFileSync(path, 'utf8') }))

const countsOf = (find: (source: string) => unknown[]) =>
  Object.fromEntries(
    sources.map(({ path, source }) => [path, find(source).length] as const).filter(([, count]) => count > 0),
  )

test('no statement changes the status of a reservation or a journey except the one that ends holds', () => {
  expect(countsOf(statusWrites)).toEqual(IN_SQL)
})

test('statements that write to a variable table are those of the store', () => {
  expect(countsOf(anyTable)).toEqual(ANY_TABLE)
})

test('only steps pass a status to the store', () => {
  const elsewhere = sources.filter(({ path, source }) => !STEPS.test(path) && handed(source).length > 0)
  expect(elsewhere.map(({ path }) => path)).toEqual([])
  expect(sources.filter(({ path, source }) => STEPS.test(path) && handed(source).length > 0)).not.toEqual([])
})

test.each([
  "sql`update reservations set status = 'cancelled' where id = ${id}`",
  'sql`update reservations r set\n  seats = 2, status = x.status from x where x.id = r.id`',
  "UPDATE journeys SET service_status = 'cancelled';",
  'sql`update journeys set ${values} where id = ${id}`',
  "sql`insert into reservations (id) values (1) on conflict (id) do update set status = 'confirmed'`",
  "tx.updateTable('reservations').set({ status: 'confirmed' }).where('id', '=', id)",
  "tx\n  .updateTable('journeys')\n  .set({ delay_min: 0, service_status })\n  .execute()",
  "tx.updateTable('journeys as j').set(values).execute()",
  "tx.updateTable('journeys').set({ ...values }).execute()",
])('%s is detected', (statement) => {
  expect(statusWrites(statement)).toHaveLength(1)
})

test.each([
  'sql`update ${table} set ${sets} where id = ${id}`',
  "sql`update ${sql.table(table)} t set seats = 2, status = 'cancelled' where id = ${id}`",
  'tx.updateTable(table).set(values).execute()',
])('%s is detected for any table', (statement) => {
  expect(anyTable(statement)).toHaveLength(1)
})

test.each([
  "sql`update reservations set seats = 2 where status = 'on_hold'`",
  'sql`update journeys set sales_status = r.sales_status from r where j.id = r.id`',
  'sql`update reservation_passengers set status = ${status}`',
  "sql`insert into reservations (status) values ('confirmed')`",
  "tx.updateTable('reservations').set({ seats: 2 }).where('status', '=', 'on_hold').execute()",
])('%s does not change a status', (statement) => {
  expect(statusWrites(statement)).toEqual([])
})
