import {
  BOARD_FIELDS,
  type Board,
  type BoardBy,
  type BoardJob,
  type BoardRow,
  type BoardType,
} from '../../../../contract/operations/board'

const MINUTE_MS = 60_000

/** A job on the time axis, in ms. */
export interface Bar {
  job: BoardJob
  from: number
  /** Arrival as planned. */
  planned: number
  /** Arrival as late as it is. */
  done: number
  /** When the vehicle is turned around as well. */
  to: number
  /** Somebody waits: the job after it begins before this one is done. */
  isClash: boolean
}

/** A time in which a row is taken by something that cannot be moved here. */
export interface Block {
  key: string
  kind: 'away' | 'job'
  /** Kind of a downtime or absence, or the name of the job. */
  label: string
  from: number
  /** Infinity = until further notice. */
  to: number
}

/** A vehicle or driver with all that it does. */
export interface Lane {
  row: BoardRow
  bars: Bar[]
  blocks: Block[]
}

export interface BoardModel {
  by: BoardBy
  lanes: Lane[]
  /** Jobs without, laid out on as few lines as they need. */
  open: Bar[][]
  openCount: number
  types: Map<string, BoardType>
  barOf: Map<string, { bar: Bar; lane: Lane | null; line: number }>
}

/** What the board shows, from what the server answered. */
export function modelOf(board: Board, by: BoardBy): BoardModel {
  const lanes = new Map(board.rows.map((row): [string, Lane] => [row.id, { row, bars: [], blocks: [] }]))
  const open: Bar[] = []
  for (const job of board.jobs) {
    const id = job[BOARD_FIELDS[by]]
    const lane = id === null ? undefined : lanes.get(id)
    const bar = barOf(job, lane?.row.turnaround_min ?? 0)
    if (lane) lane.bars.push(bar)
    else if (id === null && isOpen(job)) open.push(bar)
    const second = by === 'driver' && job.co_driver_id !== null ? lanes.get(job.co_driver_id) : undefined
    second?.blocks.push({ key: job.id, kind: 'job', label: job.label, from: bar.from, to: bar.done })
  }
  for (const { row_id, source, source_id, label, from, to } of board.taken)
    lanes.get(row_id)?.blocks.push({
      key: source_id,
      kind: source === 'downtime' || source === 'absence' ? 'away' : 'job',
      label,
      from: Date.parse(from),
      to: to === null ? Infinity : Date.parse(to),
    })
  for (const lane of lanes.values()) markClashes(lane)
  const model: BoardModel = {
    by,
    lanes: [...lanes.values()],
    open: inLines(open),
    openCount: open.length,
    types: new Map(board.types.map((type) => [type.id, type])),
    barOf: new Map(),
  }
  for (const [line, lane] of model.lanes.entries())
    for (const bar of lane.bars) model.barOf.set(bar.job.id, { bar, lane, line })
  for (const [line, bars] of model.open.entries())
    for (const bar of bars) model.barOf.set(bar.job.id, { bar, lane: null, line })
  return model
}

const OPEN: readonly BoardJob['status'][] = ['draft', 'scheduled', 'boarding', 'pending', 'confirmed', 'checked_in']
/** What has not begun may be given to somebody else. */
export const isOpen = ({ status }: BoardJob): boolean => OPEN.includes(status)

function barOf(job: BoardJob, turnaroundMin: number): Bar {
  const [from, planned] = [Date.parse(job.starts_at), Date.parse(job.ends_at)]
  const done = planned + Math.max(0, job.delay_min) * MINUTE_MS
  return { job, from, planned, done, to: done + turnaroundMin * MINUTE_MS, isClash: false }
}

function markClashes({ bars, blocks }: Lane): void {
  const starts = [...bars, ...blocks].map(({ from }) => from).sort((a, b) => a - b)
  let at = 0
  for (const bar of bars) {
    while (at < starts.length && (starts[at] ?? 0) <= bar.from) at += 1
    bar.isClash = (starts[at] ?? Infinity) < bar.done
  }
}

/** Bars on as few lines as they need, none over another. */
function inLines(bars: readonly Bar[]): Bar[][] {
  const lines: Bar[][] = []
  for (const bar of bars) {
    const line = lines.find((one) => (one.at(-1)?.done ?? 0) <= bar.from)
    if (line) line.push(bar)
    else lines.push([bar])
  }
  return lines
}

/** Why a job cannot be given to a row; the words stand at `app.board.conflict.<kind>`. */
export type Conflict =
  | { kind: 'inactive' | 'assigned' }
  | { kind: 'seats'; seats: number; taken: number }
  | { kind: 'licence'; categories: string }
  | { kind: 'expired' | 'uninspected'; day: string }
  | { kind: 'busy'; block: Pick<Block, 'kind' | 'label' | 'from' | 'to'> }

/** What stands against giving a job to a row; null = nothing that is known here. */
export function conflictOf({ by, types }: BoardModel, { job, from, done }: Bar, lane: Lane): Conflict | null {
  const { row } = lane
  if (job[BOARD_FIELDS[by]] === row.id || job.co_driver_id === row.id) return { kind: 'assigned' }
  if (!row.is_active) return { kind: 'inactive' }
  if (by === 'vehicle' && row.seats < job.seats_taken)
    return { kind: 'seats', seats: row.seats, taken: job.seats_taken }
  if (by === 'driver') {
    const needed = types.get(job.vehicle_type_id)?.licence_categories ?? []
    if (needed.length > 0 && !row.licence_categories.some((category) => needed.includes(category)))
      return { kind: 'licence', categories: needed.join(', ') }
  }
  if (row.papers_end_on !== null && row.papers_end_on < new Date(done).toISOString().slice(0, 10))
    return { kind: by === 'vehicle' ? 'uninspected' : 'expired', day: row.papers_end_on }
  const to = done + row.turnaround_min * MINUTE_MS
  const bar = lane.bars.find((one) => one.job.id !== job.id && one.from < to && one.to > from)
  if (bar) return { kind: 'busy', block: { kind: 'job', label: bar.job.label, from: bar.from, to: bar.done } }
  const block = lane.blocks.find((one) => one.from < to && one.to > from)
  return block ? { kind: 'busy', block } : null
}

export type Step = 'earlier' | 'later' | 'up' | 'down' | 'first' | 'last'

/** The job beside one: in its row by time, or nearest in time in the next row that has any. Undefined = there is none. */
export function stepFrom(model: BoardModel, id: string | null, step: Step): Bar | undefined {
  const lines = [...model.open, ...model.lanes.map(({ bars }) => bars)]
  const found = id === null ? undefined : model.barOf.get(id)
  if (!found) return lines.find((bars) => bars.length > 0)?.[0]
  const line = found.line + (found.lane ? model.open.length : 0)
  const bars = lines[line] ?? []
  const at = bars.indexOf(found.bar)
  if (step === 'first') return bars[0]
  if (step === 'last') return bars.at(-1)
  if (step === 'earlier') return bars[at - 1]
  if (step === 'later') return bars[at + 1]
  const way = step === 'up' ? -1 : 1
  for (let other = line + way; other >= 0 && other < lines.length; other += way) {
    const near = nearest(lines[other] ?? [], found.bar.from)
    if (near) return near
  }
  return undefined
}

const nearest = (bars: readonly Bar[], from: number): Bar | undefined =>
  bars.reduce<Bar | undefined>(
    (best, bar) => (!best || Math.abs(bar.from - from) < Math.abs(best.from - from) ? bar : best),
    undefined,
  )

/** The board as it is once a job has been given away. */
export function withGiven(board: Board, id: string, by: BoardBy, to: string | null, version?: number): Board {
  const jobs = board.jobs.map((job) =>
    job.id === id ? { ...job, [BOARD_FIELDS[by]]: to, ...(version !== undefined && { version }) } : job,
  )
  return { ...board, jobs }
}
