import {
  BOARD_FIELDS,
  type Board,
  type BoardBy,
  type BoardJob,
  type BoardName,
  type BoardPlace,
  type BoardRow,
  type BoardType,
} from '../../../../contract/operations/board'
import type { PlannedJourney } from '../../../../contract/operations/dispatch-plan'
import { distanceKm } from '../../../../contract/core/distance'
import { EMPTY_RUN_KMH } from '../../../../contract/core/limits/dispatch'

const MINUTE_MS = 60_000

/** A job on the time axis, in ms. */
export interface Bar {
  job: BoardJob
  from: number
  /** Planned arrival. */
  planned: number
  /** Arrival including the delay. */
  done: number
  /** End of the turnaround. */
  to: number
  /** The next job starts before this one has arrived, or a block of the row overlaps this one. */
  isClash: boolean
  /** Empty run in km from the end of the previous job; 0 = none known. */
  emptyKm: number
  /** The time for the empty run is too short. */
  isTight: boolean
}

/** A time in which a row is unavailable for a reason that this board cannot change. */
export interface Block {
  key: string
  kind: 'away' | 'job'
  /** Type of a downtime or absence, or the name of the job. */
  label: string
  from: number
  /** Infinity = no end. */
  to: number
}

/** A vehicle or driver with its jobs and blocks. */
export interface Lane {
  row: BoardRow
  bars: Bar[]
  blocks: Block[]
  /** Empty runs between the jobs of the vehicle, in km. */
  emptyKm: number
}

export interface BoardModel {
  by: BoardBy
  lanes: Lane[]
  /** Unassigned jobs, laid out on as few lines as possible. */
  open: Bar[][]
  openCount: number
  types: Map<string, BoardType>
  barOf: Map<string, { bar: Bar; lane: Lane | null; line: number }>
  /** Vehicles and staff by id. */
  names: Map<string, BoardName>
  /** Start and end places of jobs by station code. */
  places: Map<string, BoardPlace>
  /** Empty runs of all vehicles, in km. */
  emptyKm: number
}

/** Builds the board model from the server's answer. */
export function modelOf(board: Board, by: BoardBy): BoardModel {
  const lanes = new Map(board.rows.map((row): [string, Lane] => [row.id, { row, bars: [], blocks: [], emptyKm: 0 }]))
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
  const places = new Map(board.places.map((place) => [place.code, place]))
  for (const lane of lanes.values()) {
    markClashes(lane)
    if (by === 'vehicle') markEmptyRuns(lane, places)
  }
  const model: BoardModel = {
    by,
    lanes: [...lanes.values()],
    open: inLines(open),
    openCount: open.length,
    types: new Map(board.types.map((type) => [type.id, type])),
    barOf: new Map(),
    names: new Map([...board.rows, ...board.named].map((one) => [one.id, one])),
    places,
    emptyKm: [...lanes.values()].reduce((sum, lane) => sum + lane.emptyKm, 0),
  }
  return withLanes(model, model.lanes)
}

/** Returns the model with only the given lanes, in their order. */
function withLanes(model: BoardModel, lanes: Lane[]): BoardModel {
  const barOf: BoardModel['barOf'] = new Map()
  for (const [line, lane] of lanes.entries()) for (const bar of lane.bars) barOf.set(bar.job.id, { bar, lane, line })
  for (const [line, bars] of model.open.entries())
    for (const bar of bars) barOf.set(bar.job.id, { bar, lane: null, line })
  return { ...model, lanes, barOf }
}

export const isIdle = ({ bars, blocks }: Lane): boolean => bars.length + blocks.length === 0

/** Returns the board with the rows in `last` at the end; `isFolded` omits those of them that are still idle. */
export function foldedModel(model: BoardModel, last: ReadonlySet<string>, isFolded: boolean): BoardModel {
  const isLast = ({ row }: Lane) => last.has(row.id)
  const end = model.lanes.filter((lane) => isLast(lane) && (!isFolded || !isIdle(lane)))
  return withLanes(model, [...model.lanes.filter((lane) => !isLast(lane)), ...end])
}

const OPEN: readonly BoardJob['status'][] = ['draft', 'scheduled', 'boarding', 'pending', 'confirmed', 'checked_in']
/** Returns whether a job has not started and can be reassigned. */
export const isOpen = ({ status }: BoardJob): boolean => OPEN.includes(status)

function barOf(job: BoardJob, turnaroundMin: number): Bar {
  const [from, planned] = [Date.parse(job.starts_at), Date.parse(job.ends_at)]
  const done = planned + Math.max(0, job.delay_min) * MINUTE_MS
  const to = done + turnaroundMin * MINUTE_MS
  return { job, from, planned, done, to, isClash: false, emptyKm: 0, isTight: false }
}

/** A job clashes with the next one of its lane, and with any block that it overlaps. */
function markClashes({ bars, blocks }: Lane): void {
  for (const [index, bar] of bars.entries()) {
    const next = bars[index + 1]?.from ?? Infinity
    bar.isClash = next < bar.done || blocks.some(({ from, to }) => from < bar.done && to > bar.from)
  }
}

function markEmptyRuns(lane: Lane, places: BoardModel['places']): void {
  for (const [index, bar] of lane.bars.entries()) {
    const before = lane.bars[index - 1]
    if (!before) continue
    const [from, to] = [before.job.destination, bar.job.origin]
    if (from === null || to === null || from === to) continue
    const km = distanceKm(places.get(from), places.get(to)) ?? 0
    bar.emptyKm = Math.round(km)
    bar.isTight = (km / EMPTY_RUN_KMH) * 60 * MINUTE_MS > bar.from - before.to
    lane.emptyKm += bar.emptyKm
  }
}

/** A problem for the dispatcher; its text is `app.board.problem.<kind>`. */
export interface Problem {
  kind: 'clash' | 'tight' | 'full' | 'inactive'
  bar: Bar
  /** Null = unassigned job. */
  lane: Lane | null
}

/** Returns the problems of jobs that are not completed, by time. */
export function problemsOf({ barOf }: BoardModel): Problem[] {
  return [...barOf.values()]
    .filter(({ bar }) => bar.job.status !== 'completed')
    .flatMap(({ bar, lane }) => {
      const found: Problem['kind'][] = []
      if (bar.isClash) found.push('clash')
      if (bar.isTight) found.push('tight')
      if (bar.job.seats_taken > bar.job.capacity) found.push('full')
      if (lane && !lane.row.is_active) found.push('inactive')
      return found.map((kind) => ({ kind, bar, lane }))
    })
    .sort((a, b) => a.bar.from - b.bar.from)
}

/** Returns the driver on a vehicle row, the vehicle on a driver row. */
export const otherOf = (job: BoardJob, by: BoardBy, names: BoardModel['names']): BoardName | undefined => {
  const id = by === 'vehicle' ? job.driver_id : job.vehicle_id
  return id === null ? undefined : names.get(id)
}

/** Returns the next job of a row; undefined = none displayed. */
export const nextIn = (lane: Lane | null, { from }: Bar): Bar | undefined => lane?.bars.find((bar) => bar.from > from)

/** Lays out bars on as few lines as possible without overlap. */
function inLines(bars: readonly Bar[]): Bar[][] {
  const lines: Bar[][] = []
  for (const bar of bars) {
    const line = lines.find((one) => (one.at(-1)?.done ?? 0) <= bar.from)
    if (line) line.push(bar)
    else lines.push([bar])
  }
  return lines
}

/** Reason why a job cannot be assigned to a row; its text is `app.board.conflict.<kind>`. */
export type Conflict =
  | { kind: 'inactive' | 'assigned' }
  | { kind: 'seats'; seats: number; taken: number }
  | { kind: 'licence'; categories: string }
  | { kind: 'expired' | 'uninspected'; day: string }
  | { kind: 'busy'; block: Pick<Block, 'kind' | 'label' | 'from' | 'to'> }

/** Returns the conflict of assigning a job to a row; null = none known to the console. */
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

/** Returns the neighbour of a job: by time in its row, or nearest in time in the next row with jobs; undefined = none. */
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
  const direction = step === 'up' ? -1 : 1
  for (let other = line + direction; other >= 0 && other < lines.length; other += direction) {
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

/** Returns the jobs that a plan assigns to rows of the board, by row. */
export function ghostsOf({ by, barOf }: BoardModel, planned: readonly PlannedJourney[]): Map<string, Bar[]> {
  const ghosts = new Map<string, Bar[]>()
  for (const { journey_id, [by]: resource } of planned) {
    const bar = barOf.get(journey_id)?.bar
    if (bar && resource) ghosts.set(resource.id, [...(ghosts.get(resource.id) ?? []), bar])
  }
  return ghosts
}

/** Returns the board after a job is assigned. */
export function withAssignment(board: Board, id: string, by: BoardBy, to: string | null, version?: number): Board {
  const jobs = board.jobs.map((job) =>
    job.id === id ? { ...job, [BOARD_FIELDS[by]]: to, ...(version !== undefined && { version }) } : job,
  )
  return { ...board, jobs }
}
