import { GTFS_REPORT_MAX_GONE } from '../../../../contract/operations/timetable-report'
import { SALES_STATUSES } from '../../../../contract/core/vocabulary'
import { runOf, type Run } from '../plan/runs'
import { Fault } from '../read/issues'
import { linkedJourneysOn, stopSales, type LinkedJourney } from '../repository/gone'
import { saveLinks } from '../repository/links'
import type { Writing } from './writing'

type SalesStatus = (typeof SALES_STATUSES)[number]

/** Number of codes in a warning. */
const EXAMPLES = 10

interface GoneOptions {
  from: string
  to: string
  stopSalesOfGone: boolean
}

/**
 * Reports the journeys of earlier imports that the feed no longer has, booked ones first, and closes their sale on request.
 * None is cancelled or deleted: a feed may lack a trip by mistake, and passengers must be notified.
 */
export async function reportGoneJourneys(
  writing: Writing,
  runs: readonly Run[],
  { from, to, stopSalesOfGone }: GoneOptions,
): Promise<void> {
  const { tx, context, source, issues } = writing
  const datesOf = new Map(runs.map((run) => [run.externalId, run.trip.trip.dates]))
  const gone: LinkedJourney[] = []
  for await (const journey of linkedJourneysOn(tx, source, from, to)) {
    const { id, date } = runOf(journey.externalId)
    if (datesOf.get(id)?.includes(date) !== true) gone.push(journey)
  }
  if (gone.length === 0) return
  gone.sort((a, b) => Number(b.seatsTaken > 0) - Number(a.seatsTaken > 0) || compare(a.departsAt, b.departsAt))
  const onSale = gone.filter(({ salesStatus }) => salesStatus !== 'closed')
  const booked = gone.filter(({ seatsTaken }) => seatsTaken > 0)
  if (stopSalesOfGone) {
    await stopSales(tx, context, onSale)
    await saveLinks(
      tx,
      source,
      'journeys',
      onSale.map((journey) => ({ ...journey, fingerprint: whenStopped(journey) })),
    )
  }
  writing.gone = {
    count: gone.length,
    booked: booked.length,
    on_sale: onSale.length,
    stopped: stopSalesOfGone ? onSale.length : 0,
    journeys: gone
      .slice(0, GTFS_REPORT_MAX_GONE)
      .map(({ recordId, code, seatsTaken }) => ({ id: recordId, code, seats_taken: seatsTaken })),
  }
  const report = (some: readonly LinkedJourney[], fault: typeof stillSold) => {
    if (some.length > 0) issues.warn({ file: 'trips.txt' }, fault(some.length, codesOf(some)))
  }
  report(booked, withPassengers)
  if (stopSalesOfGone) report(onSale, noLongerSold)
  else report(onSale, stillSold)
}

const STOPPED = 'gone'

/** Returns the link fingerprint of a journey with closed sale: previous sales status and last fingerprint of the feed. */
const whenStopped = ({ salesStatus, fingerprint }: LinkedJourney) =>
  [STOPPED, salesStatus, stoppedSale(fingerprint)?.fingerprint ?? fingerprint].join(' ')

/** Returns the previous sales status and the fingerprint of a journey whose sale was closed; undefined for others. */
export function stoppedSale(fingerprint: string): { salesStatus: SalesStatus; fingerprint: string } | undefined {
  const [mark, status, before] = fingerprint.split(' ')
  const salesStatus = SALES_STATUSES.find((known) => known === status)
  return mark === STOPPED && salesStatus && before !== undefined ? { salesStatus, fingerprint: before } : undefined
}

const compare = (a: string, b: string) => (a < b ? -1 : 1)

const codesOf = (journeys: readonly LinkedJourney[]) =>
  journeys
    .slice(0, EXAMPLES)
    .map(({ code }) => code)
    .join(', ')

const many = (count: number) => `${count} ${count === 1 ? 'journey' : 'journeys'} of an earlier import`
const stillSold = (count: number, examples: string) =>
  new Fault(
    'journeys_gone',
    `${many(count)} on these dates ${count === 1 ? 'is' : 'are'} not in this feed and ${count === 1 ? 'stays' : 'stay'} on sale: ${examples}.`,
    'Import again and have their sale stopped, or cancel under Journeys what does not run any more.',
    { count, examples },
  )
const noLongerSold = (count: number, examples: string) =>
  new Fault(
    'journeys_gone_stopped',
    `${many(count)} on these dates ${count === 1 ? 'is' : 'are'} not in this feed. No more seats of ${count === 1 ? 'it' : 'them'} are sold: ${examples}.`,
    'Cancel under Journeys what does not run any more. What comes back in a later feed is sold again.',
    { count, examples },
  )
const withPassengers = (count: number, examples: string) =>
  new Fault(
    'journeys_gone_booked',
    `${many(count)} on these dates ${count === 1 ? 'has' : 'have'} seats sold or held and ${count === 1 ? 'is' : 'are'} not in this feed: ${examples}.`,
    'Move their passengers, then cancel these journeys, or put the trips back into the feed.',
    { count, examples },
  )
