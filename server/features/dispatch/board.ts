import type { Board } from '../../../contract/operations/board'
import { BOARD_PAGE_JOURNEYS } from '../../../contract/core/limits/dispatch'
import { sentence } from '../../../contract/core/sentence'
import type { Reader } from '../../db/transaction'
import { invalidAt } from '../../http/refusal'
import {
  countFarmedOut,
  readHires,
  readJourneys,
  readNamed,
  readPlaces,
  readRows,
  readTaken,
  readTypes,
  type BoardSpan,
} from './repository/board'

/** Returns a page of the board; only the first has rows and allocations. @throws Refusal if `after` is not a cursor */
export async function boardOf(reader: Reader, span: BoardSpan, after: string | undefined): Promise<Board> {
  const found = await readJourneys(reader, span, after === undefined ? null : cursorOf(after))
  const journeys = found.slice(0, BOARD_PAGE_JOURNEYS)
  const last = journeys.at(-1)
  const next = found.length > journeys.length && last ? `${last.starts_at}_${last.id}` : null
  if (after !== undefined)
    return {
      jobs: journeys,
      next,
      farmed_out: { journeys: 0, hires: 0 },
      rows: [],
      taken: [],
      types: [],
      named: [],
      places: [],
    }
  const hires = await readHires(reader, span)
  const shown = new Set([...journeys, ...hires].map(({ id }) => id))
  const taken = await readTaken(reader, span)
  return {
    jobs: [...journeys, ...hires].sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at)),
    next,
    farmed_out: await countFarmedOut(reader, span),
    rows: await readRows(reader, span),
    taken: taken.filter(({ source_id }) => !shown.has(source_id)),
    types: await readTypes(reader),
    named: await readNamed(reader, span),
    places: await readPlaces(reader, span),
  }
}

const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_([0-9a-f-]{36})$/

function cursorOf(after: string): { departs_at: string; id: string } {
  const [, departs_at, id] = CURSOR.exec(after) ?? []
  if (departs_at === undefined || id === undefined)
    throw invalidAt(
      'after',
      sentence`This is not a position in this list. Use the value of next from the previous page.`,
    )
  return { departs_at, id }
}
