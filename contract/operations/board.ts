import { z } from 'zod'
import { BOARD_MAX_DAYS, BOARD_PAGE_JOURNEYS, CALENDAR_MAX_DAYS } from '../core/limits/dispatch'
import { operation } from '../core/operations'
import { I18nText, Id, Instant, Phone, PlainDate, TimeZone } from '../core/scalars'
import { ALLOCATION_SOURCES, SERVICE_STATUSES } from '../core/vocabulary'
import { schemaMessage } from '../core/sentence'

const tag = 'dispatch'
const mayList = { action: 'list', resource: 'journeys' } as const
const DAY_MS = 86_400_000

/** Row types of a dispatch board. */
export const BOARD_ROWS = ['vehicle', 'driver'] as const
export type BoardBy = (typeof BOARD_ROWS)[number]
/** Field of a job with the id of its row. */
export const BOARD_FIELDS = { vehicle: 'vehicle_id', driver: 'driver_id' } as const satisfies Record<BoardBy, string>

/** Filter of the journeys on the board and in the calendar. */
export const boardFilter = {
  /** Journeys that call at this station, at any of their stops. */
  station_id: Id.optional(),
  route_id: Id.optional(),
  vehicle_type_id: Id.optional(),
}

/** Journey or hire that requires a vehicle and a driver. */
export const BoardJob = z.object({
  source: z.enum(['journey', 'hire']),
  id: Id,
  version: z.int(),
  /** Code of the journey, or reference of the hire. */
  label: z.string(),
  starts_at: Instant,
  /** Planned end; `delay_min` is not included. */
  ends_at: Instant,
  timezone: TimeZone,
  delay_min: z.int(),
  /** A hire has the status of its reservation. */
  status: z.union([z.enum(SERVICE_STATUSES), z.enum(['pending', 'confirmed', 'checked_in', 'boarded', 'completed'])]),
  vehicle_type_id: Id,
  /** Codes of the first and the last station; null if only an address is known. */
  origin: z.string().nullable(),
  destination: z.string().nullable(),
  /** Number of stops of a journey, including the first and the last; null for a hire. */
  stops: z.int().nullable(),
  /** Highest number of seats taken on any leg, or the passengers of a hire. */
  seats_taken: z.int().min(0),
  /** Seats for sale. If this is less than `seats_taken`, passengers have to be moved. */
  capacity: z.int().min(0),
  vehicle_id: Id.nullable(),
  driver_id: Id.nullable(),
  co_driver_id: Id.nullable(),
})
export type BoardJob = z.output<typeof BoardJob>

/** Vehicle or driver of a row. */
export const BoardRow = z.object({
  id: Id,
  /** Plate, or name. */
  label: z.string(),
  /** Fleet code of a vehicle, or personnel number of a driver. */
  detail: z.string(),
  is_active: z.boolean(),
  vehicle_type_id: Id.nullable(),
  /** Seats of a vehicle; zero for a driver. */
  seats: z.int().min(0),
  turnaround_min: z.int().min(0),
  /** Phone number of a driver. */
  phone: Phone.nullable(),
  licence_categories: z.array(z.string()),
  /** Last day on which licence and medical certificate, or inspection and insurance, are valid. */
  papers_end_on: PlainDate.nullable(),
})
export type BoardRow = z.output<typeof BoardRow>

/** Period in which a vehicle or driver is occupied by something that is not among the jobs of this answer. */
export const BoardTaken = z.object({
  row_id: Id,
  source: z.enum(ALLOCATION_SOURCES),
  source_id: Id,
  /** Kind of a downtime or absence, or the code or reference of a job that the filter excludes. */
  label: z.string(),
  from: Instant,
  /** Null = until further notice. */
  to: Instant.nullable(),
})
export type BoardTaken = z.output<typeof BoardTaken>

/** Licence requirement of a vehicle type. */
export const BoardType = z.object({
  id: Id,
  code: z.string(),
  /** A driver needs one of these; empty = any licence. */
  licence_categories: z.array(z.string()),
})
export type BoardType = z.output<typeof BoardType>

/** Vehicle or person that jobs refer to but that has no row on this board. */
export const BoardName = z.object({
  id: Id,
  /** Plate, or name. */
  label: z.string(),
  /** Phone number of a person. */
  phone: Phone.nullable(),
})
export type BoardName = z.output<typeof BoardName>

/** Station where jobs of the board start or end. */
export const BoardPlace = z.object({
  /** Code of the station, as in `origin` and `destination` of jobs. */
  code: z.string(),
  name: I18nText,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})
export type BoardPlace = z.output<typeof BoardPlace>

export const Board = z.object({
  /** Sorted by their start. */
  jobs: z.array(BoardJob),
  /** Value of `after` for the next page; null = last page. */
  next: z.string().nullable(),
  /** Jobs of the period that other companies operate; they are not in `jobs`. Zero on later pages. */
  farmed_out: z.object({ journeys: z.int().min(0), hires: z.int().min(0) }),
  /** This and the following fields are empty on later pages. */
  rows: z.array(BoardRow),
  taken: z.array(BoardTaken),
  types: z.array(BoardType),
  /** The drivers if rows are vehicles, the vehicles if rows are drivers. */
  named: z.array(BoardName),
  places: z.array(BoardPlace),
})
export type Board = z.output<typeof Board>

export const getBoard = operation({
  id: 'getBoard',
  method: 'GET',
  path: '/dispatch/board',
  tag,
  summary: 'List the journeys and hires of a period with the vehicles or drivers for them',
  access: mayList,
  query: z
    .object({
      from: Instant,
      to: Instant,
      by: z.enum(BOARD_ROWS).default('vehicle'),
      ...boardFilter,
      /** Only jobs without a vehicle or driver, depending on `by`. */
      unassigned: z.stringbool().default(false),
      after: z.string().max(100).optional(),
    })
    .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
      path: ['to'],
      message: schemaMessage`Choose a later end.`,
    })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= BOARD_MAX_DAYS * DAY_MS, {
      path: ['to'],
      message: schemaMessage`Choose at most ${BOARD_MAX_DAYS} days.`,
    }),
  ok: { status: 200, description: `Up to ${BOARD_PAGE_JOURNEYS} journeys, and all the hires.`, schema: Board },
  errors: ['malformed', 'validation'],
})

/** Journeys and hires of one day. */
export const CalendarDay = z.object({
  day: PlainDate,
  journeys: z.int().min(0),
  /** Number of these journeys without a vehicle or a driver. */
  unassigned: z.int().min(0),
  /** Number of these journeys that are late. */
  late: z.int().min(0),
  /** Cancelled journeys; not included in `journeys`. */
  cancelled: z.int().min(0),
  /** Sum of the seats taken on the fullest leg of each journey; `capacity` is the sum of the seats for sale. */
  seats_taken: z.int().min(0),
  capacity: z.int().min(0),
  /** Private hires that start on this day in the company's time zone. */
  hires: z.int().min(0),
})
export type CalendarDay = z.output<typeof CalendarDay>

export const getCalendar = operation({
  id: 'getCalendar',
  method: 'GET',
  path: '/dispatch/calendar',
  tag,
  summary: 'Count the journeys and hires of each day, with their load',
  access: mayList,
  query: z
    .object({ from: PlainDate, to: PlainDate, ...boardFilter })
    .refine(({ from, to }) => from <= to, { path: ['to'], message: schemaMessage`Choose a later end.` })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < CALENDAR_MAX_DAYS * DAY_MS, {
      path: ['to'],
      message: schemaMessage`Choose at most ${CALENDAR_MAX_DAYS} days.`,
    }),
  ok: { status: 200, description: 'Every day of the period, in order.', schema: z.array(CalendarDay) },
  errors: ['malformed', 'validation'],
})
