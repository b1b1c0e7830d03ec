import type { FareTable } from '../../../contract/operations/fare-table'
import { sentence } from '../../../contract/core/sentence'
import type { Store } from '../../crud/store'
import type { Row, Values } from '../../crud/store-options'
import type { Reader, Tx } from '../../db/transaction'
import type { Context } from '../../kernel/context'
import { Refusal, invalidAt } from '../../http/refusal'
import { companyCurrency, fromDay, isRoute, type Held, type Wanted } from './repository'

const DAY_MS = 86_400_000

const holds = ({ valid_from }: Held, day: string) => valid_from === null || valid_from <= day

/** Returns the fares that apply on a day. @throws Refusal not_found if the route does not exist */
export async function readFareTable(reader: Reader, wanted: Wanted & { on: string }): Promise<FareTable> {
  await requireRoute(reader, wanted.routeId, false)
  const held = (await fromDay(reader, wanted, wanted.on)).filter((fare) => holds(fare, wanted.on))
  const flat = held.find((fare) => fare.origin_station_id === null)
  return {
    currency: held[0]?.currency ?? (await companyCurrency(reader)),
    flat_minor: flat?.amount_minor ?? null,
    cells: held.flatMap(({ origin_station_id, destination_station_id, amount_minor, valid_from, valid_to }) =>
      origin_station_id === null || destination_station_id === null
        ? []
        : [{ origin_station_id, destination_station_id, amount_minor, valid_from, valid_to }],
    ),
  }
}

async function requireRoute(reader: Reader, id: string, isLocked: boolean): Promise<void> {
  if (!(await isRoute(reader, id, isLocked))) throw new Refusal('not_found', sentence`There is no such route.`)
}

interface Change extends Wanted {
  currency: string
  /** First service day of the new fares. */
  from: string
  cells: { origin_station_id: string; destination_station_id: string; amount_minor: number | null }[]
}

/**
 * Sets fares from a day on. Current fares end the day before, and fares that begin later do not change.
 * @throws Refusal validation with the pointer of the wrong cell
 */
export async function writeFareTable(tx: Tx, store: Store, change: Change, context: Context): Promise<void> {
  await requireRoute(tx, change.routeId, true)
  const known = await fromDay(tx, change, change.from)
  for (const [index, cell] of change.cells.entries()) {
    const own = known.filter(
      (fare) =>
        fare.origin_station_id === cell.origin_station_id &&
        fare.destination_station_id === cell.destination_station_id,
    )
    try {
      await writeCell(tx, store, { change, cell, own }, context)
    } catch (error) {
      throw error instanceof Refusal && error.code === 'validation' ? offCell(error, index) : error
    }
  }
}

interface CellWrite {
  change: Change
  cell: Change['cells'][number]
  /** The fares of the pair that apply on the day or later, in the order of their first day. */
  own: readonly Held[]
}

async function writeCell(tx: Tx, store: Store, { change, cell, own }: CellWrite, context: Context): Promise<void> {
  const now = own.find((fare) => holds(fare, change.from))
  const next = own.find((fare) => !holds(fare, change.from))
  const set = (id: string, values: Values) =>
    store.actIn(tx, id, null, context, (_: Tx, row: Row) =>
      Promise.resolve(differs(row, values) ? { action: 'updated', values } : null),
    )
  if (now && now.valid_from === change.from) {
    if (cell.amount_minor === null) await store.removeIn(tx, now.id, null, context)
    else await set(now.id, { amount_minor: cell.amount_minor, currency: change.currency })
    return
  }
  if (now && now.amount_minor === cell.amount_minor && now.currency === change.currency) return
  if (now) await set(now.id, { valid_to: dayBefore(change.from) })
  if (cell.amount_minor === null) return
  const { origin_station_id, destination_station_id, amount_minor } = cell
  const fare = {
    route_id: change.routeId,
    origin_station_id,
    destination_station_id,
    passenger_category: change.category,
    vehicle_type_id: null,
    amount_minor,
    currency: change.currency,
    valid_from: change.from,
    valid_to: now ? now.valid_to : next?.valid_from ? dayBefore(next.valid_from) : null,
  }
  await store.createIn(tx, fare, context)
}

const differs = (row: Row, values: Values) => Object.entries(values).some(([name, value]) => row[name] !== value)

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, day.length)

/** Returns the refusal with its pointer moved to the cell that caused it. */
function offCell(refusal: Refusal, index: number): Refusal {
  const [first] = refusal.details.errors ?? []
  return invalidAt(`cells.${index}${first?.pointer.replaceAll('/', '.') ?? ''}`, first?.detail ?? refusal.message)
}
