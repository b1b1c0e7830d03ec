import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { RESOURCES } from '../../contract/core/vocabulary'
import { ENTITIES } from '../../contract/entities/index'
import { refusalOf } from '../../server/crud/sql-refusals'
import { useApi } from '../support/api'

const api = useApi()

interface ForeignKey {
  table: string
  constraint: string
  columns: string[]
}

const foreignKeys = async (): Promise<ForeignKey[]> => {
  const { rows } = await sql<ForeignKey>`
    select conrelid::regclass::text as "table", conname as "constraint",
      (select array_agg(a.attname::text order by k.place) from unnest(conkey) with ordinality k(num, place)
        join pg_attribute a on a.attrelid = conrelid and a.attnum = k.num) as columns
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(api.db)
  return rows
}

const tableOf = (resource: string): string => resource.replaceAll('-', '_')
/** Parent tables of child rows, by child table. */
const PARENTS: Readonly<Record<string, string>> = { reservation_legs: 'reservations', route_stops: 'routes' }

it('a violated foreign key of any table points at a field, whatever record is written', async () => {
  const keys = await foreignKeys()
  expect(keys.length).toBeGreaterThan(100)
  const wrong = keys.flatMap(({ table, constraint, columns }) => {
    const refusal = refusalOf({ code: '23503', table, constraint }, 'reservations')
    const [error] = refusal?.details.errors ?? []
    const field = error?.pointer.slice(1) ?? ''
    const resource = RESOURCES.find(
      (name) => tableOf(name) === (columns.length > 1 ? (PARENTS[table] ?? table) : table),
    )
    const isField = resource ? Object.hasOwn(ENTITIES[resource].record.shape, field) : columns.includes(field)
    return isField && String(error?.detail).includes('Choose') ? [] : [{ table, constraint, field }]
  })
  expect(wrong).toEqual([])
})
