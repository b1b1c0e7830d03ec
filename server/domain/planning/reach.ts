import { sentence, type Sentence, type SentenceValue } from '../../../contract/core/sentence'
import { EMPTY_RUN_KMH, OTHER_CITY_MIN } from '../../../contract/core/limits/dispatch'
import { distanceKm } from '../../../contract/core/distance'
import type { FieldIssue } from '../../../contract/core/entity'
import { Temporal } from 'temporal-polyfill'

const MINUTE_MS = 60_000

/** Where a job starts or ends, as far as it is known. */
export interface KnownPlace {
  station_id: string | null
  parent_id: string | null
  name: string | null
  city: string | null
  latitude: number | null
  longitude: number | null
}

/** The previous or the next job of a vehicle or person. */
export interface Neighbour {
  label: string
  /** Instant at which the vehicle or person is free again, or has to be there. */
  at: string
  timezone: string
  /** Where the previous job ends, or the next one starts. */
  place: KnownPlace
}

export interface Neighbours {
  before: Neighbour | null
  after: Neighbour | null
}

interface Job {
  /** `[from, to)` in instants; for a vehicle with its turnaround. */
  from: string
  to: string
  origin: KnownPlace
  destination: KnownPlace
}

/**
 * Returns the minutes between two places at EMPTY_RUN_KMH as the crow flies; 0 for the same place. If coordinates are
 * missing, it returns OTHER_CITY_MIN between two cities, 0 within one city, and null if a city is unknown.
 */
export function minutesApart(from: KnownPlace, to: KnownPlace): number | null {
  const groupOf = ({ parent_id, station_id }: KnownPlace) => parent_id ?? station_id
  if (groupOf(from) !== null && groupOf(from) === groupOf(to)) return 0
  const km = distanceKm(from, to)
  if (km !== null) return Math.ceil((km / EMPTY_RUN_KMH) * 60)
  if (from.city === null || to.city === null) return null
  return from.city.toLowerCase() === to.city.toLowerCase() ? 0 : OTHER_CITY_MIN
}

/** Returns why a vehicle or person can hardly reach this job from the previous one, or the next job from this one. */
export function unlikelyIssues(path: string, name: string, job: Job, { before, after }: Neighbours): FieldIssue[] {
  const messages: Sentence[] = []
  const isShort = (needed: number | null, gapMs: number): needed is number =>
    needed !== null && needed * MINUTE_MS > gapMs
  if (before) {
    const needed = minutesApart(before.place, job.origin)
    if (isShort(needed, Date.parse(job.from) - Date.parse(before.at)))
      messages.push(
        sentence`${name} is free after ${before.label} in ${placeName(before.place)} at ${clock(before)} and needs about ${needed} min to ${placeName(job.origin)}.`,
      )
  }
  if (after) {
    const needed = minutesApart(job.destination, after.place)
    if (isShort(needed, Date.parse(after.at) - Date.parse(job.to)))
      messages.push(
        sentence`${name} has to be in ${placeName(after.place)} for ${after.label} at ${clock(after)}, about ${needed} min from ${placeName(job.destination)}.`,
      )
  }
  return messages.map((message) => ({ path, message }))
}

const placeName = ({ name, city }: KnownPlace): SentenceValue => name ?? city ?? sentence`another place`

const clock = ({ at, timezone }: Neighbour): string =>
  Temporal.Instant.from(at).toZonedDateTimeISO(timezone).toPlainTime().toString({ smallestUnit: 'minute' })
