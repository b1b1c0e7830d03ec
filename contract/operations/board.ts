import { z } from 'zod'
import { BOARD_MAX_DAYS, BOARD_PAGE_JOURNEYS, CALENDAR_MAX_DAYS } from '../core/limits'
import { operation } from '../core/operations'
import { I18nText, Id, Instant, Phone, PlainDate, TimeZone } from '../core/scalars'
import { ALLOCATION_SOURCES, SERVICE_STATUSES } from '../core/vocabulary'

const tag = 'dispatch'
const mayList = { action: 'list', resource: 'journeys' } as const
const DAY_MS = 86_400_000

/** What the rows of a dispatch board are. */
export const BOARD_ROWS = ['vehicle', 'driver'] as const
export type BoardBy = (typeof BOARD_ROWS)[number]
/** The field of a job that names its row. */
export const BOARD_FIELDS = { vehicle: 'vehicle_id', driver: 'driver_id' } as const satisfies Record<BoardBy, string>

/** Which journeys dispatch looks at. */
export const boardFilter = {
  /** Journeys that call here, anywhere on the way. */
  station_id: Id.optional(),
  route_id: Id.optional(),
  vehicle_type_id: Id.optional(),
}

/** A journey or hire that a vehicle and a driver are needed for. */
export const BoardJob = z.object({
  source: z.enum(['journey', 'hire']),
  id: Id,
  version: z.int(),
  /** Code of the journey, or reference of the hire. */
  label: z.string(),
  starts_at: Instant,
  /** As planned; `delay_min` comes on top. */
  ends_at: Instant,
  timezone: TimeZone,
  delay_min: z.int(),
  /** A hire has the status of its reservation. */
  status: z.union([z.enum(SERVICE_STATUSES), z.enum(['pending', 'confirmed', 'checked_in', 'boarded', 'completed'])]),
  vehicle_type_id: Id,
  /** Codes of the first and the last station; null where only an address is known. */
  origin: z.string().nullable(),
  destination: z.string().nullable(),
  /** Stops of a journey, the first and the last among them; null for a hire. */
  stops: z.int().nullable(),
  /** The most seats taken on any leg, or the passengers of a hire. */
  seats_taken: z.int().min(0),
  /** Seats for sale that there are; below those taken somebody has to be moved. */
  capacity: z.int().min(0),
  vehicle_id: Id.nullable(),
  driver_id: Id.nullable(),
  co_driver_id: Id.nullable(),
})
export type BoardJob = z.output<typeof BoardJob>

/** A vehicle or a driver. */
export const BoardRow = z.object({
  id: Id,
  /** Plate, or name. */
  label: z.string(),
  /** Code in the fleet, or number of the employee. */
  detail: z.string(),
  is_active: z.boolean(),
  vehicle_type_id: Id.nullable(),
  /** Of a vehicle; zero for people. */
  seats: z.int().min(0),
  turnaround_min: z.int().min(0),
  /** Of a driver. */
  phone: Phone.nullable(),
  licence_categories: z.array(z.string()),
  /** Last day on which licence and medical certificate, or inspection and insurance, are good. */
  papers_end_on: PlainDate.nullable(),
})
export type BoardRow = z.output<typeof BoardRow>

/** A time in which a vehicle or driver is taken by something that is no job of this answer. */
export const BoardTaken = z.object({
  row_id: Id,
  source: z.enum(ALLOCATION_SOURCES),
  source_id: Id,
  /** Kind of a downtime or absence, or the code or reference of a job that the filter leaves out. */
  label: z.string(),
  from: Instant,
  /** Null = until further notice. */
  to: Instant.nullable(),
})
export type BoardTaken = z.output<typeof BoardTaken>

/** What a vehicle type asks of those who drive it. */
export const BoardType = z.object({
  id: Id,
  code: z.string(),
  /** A driver needs one of these; empty = any licence will do. */
  licence_categories: z.array(z.string()),
})
export type BoardType = z.output<typeof BoardType>

/** A vehicle or person whom jobs of the board may name beside their row. */
export const BoardName = z.object({
  id: Id,
  /** Plate, or name. */
  label: z.string(),
  /** Of a person. */
  phone: Phone.nullable(),
})
export type BoardName = z.output<typeof BoardName>

/** Where jobs of the board start or end. */
export const BoardPlace = z.object({
  /** Of a station, as jobs name it. */
  code: z.string(),
  name: I18nText,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})
export type BoardPlace = z.output<typeof BoardPlace>

export const Board = z.object({
  /** In the order of their start. */
  jobs: z.array(BoardJob),
  /** Asks for the journeys after these; null = there are none. */
  next: z.string().nullable(),
  /** Jobs of the span that other companies run, which are none of these. Zero on later pages. */
  farmed_out: z.object({ journeys: z.int().min(0), hires: z.int().min(0) }),
  /** On the first page only, as all that follows. */
  rows: z.array(BoardRow),
  taken: z.array(BoardTaken),
  types: z.array(BoardType),
  /** The drivers beside rows of vehicles, the vehicles beside rows of drivers. */
  named: z.array(BoardName),
  places: z.array(BoardPlace),
})
export type Board = z.output<typeof Board>

export const getBoard = operation({
  id: 'getBoard',
  method: 'GET',
  path: '/dispatch/board',
  tag,
  summary: 'The journeys and hires of a span of time, and the vehicles or drivers who could run them',
  access: mayList,
  query: z
    .object({
      from: Instant,
      to: Instant,
      by: z.enum(BOARD_ROWS).default('vehicle'),
      ...boardFilter,
      /** Only jobs that lack what the rows are. */
      unassigned: z.stringbool().default(false),
      after: z.string().max(100).optional(),
    })
    .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { path: ['to'], message: 'Choose a later end.' })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= BOARD_MAX_DAYS * DAY_MS, {
      path: ['to'],
      message: `Choose at most ${BOARD_MAX_DAYS} days.`,
    }),
  ok: { status: 200, description: `Up to ${BOARD_PAGE_JOURNEYS} journeys, and all the hires.`, schema: Board },
  errors: ['malformed', 'validation'],
})

/** What runs on one day. */
export const CalendarDay = z.object({
  day: PlainDate,
  journeys: z.int().min(0),
  /** Of these, those that lack a vehicle or a driver. */
  unassigned: z.int().min(0),
  /** Of these, those that run late. */
  late: z.int().min(0),
  /** Not counted among the journeys. */
  cancelled: z.int().min(0),
  /** Seats taken on the fullest leg of each journey, and seats for sale. */
  seats_taken: z.int().min(0),
  capacity: z.int().min(0),
  /** Private hires that begin on it, by the company's clock. */
  hires: z.int().min(0),
})
export type CalendarDay = z.output<typeof CalendarDay>

export const getCalendar = operation({
  id: 'getCalendar',
  method: 'GET',
  path: '/dispatch/calendar',
  tag,
  summary: 'Journeys and hires of each day, with their load',
  access: mayList,
  query: z
    .object({ from: PlainDate, to: PlainDate, ...boardFilter })
    .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Choose a later end.' })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < CALENDAR_MAX_DAYS * DAY_MS, {
      path: ['to'],
      message: `Choose at most ${CALENDAR_MAX_DAYS} days.`,
    }),
  ok: { status: 200, description: 'Every day of the span, in order.', schema: z.array(CalendarDay) },
  errors: ['malformed', 'validation'],
})
