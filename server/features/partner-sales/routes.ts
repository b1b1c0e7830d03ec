import type { FastifyInstance } from 'fastify'
import { Temporal } from 'temporal-polyfill'
import { PARTNER_CREDENTIAL_EXPIRING_DAYS } from '../../../contract/limits'
import {
  getPartnerDashboard,
  getPartnerTrip,
  listPartnerTrips,
  type PartnerTrip,
} from '../../../contract/partner-sales'
import type { Db } from '../../db/database'
import type { Context } from '../../http/context'
import { Refusal } from '../../http/refusal'
import { serve } from '../../http/serve'
import { cursorText, readCursor, type Cursor } from './cursor'
import * as sales from './repository'

const DEPARTURES_SHOWN = 8
const DAY_MS = 86_400_000

export function partnerSalesRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, getPartnerDashboard, async ({ query, context }) => {
    const owner = ownerOf(context)
    const at = context.now()
    const partner = await sales.getPartner(db, owner.partnerId)
    if (!partner) throw new Refusal('token_invalid', 'Sign in again.')
    const period = { ...monthOf(at, partner.timezone), ...withoutUndefined(query) }
    const until = new Date(at.getTime() + PARTNER_CREDENTIAL_EXPIRING_DAYS * DAY_MS)
    return {
      period,
      ...(await sales.figures(db, owner, period)),
      next_departures: await sales.nextDepartures(db, owner, at, DEPARTURES_SHOWN),
      expiring_credentials: await sales.expiringCredentials(db, owner.partnerId, at, until),
    }
  })

  serve(app, listPartnerTrips, async ({ query: { cursor: text, limit, ...filter }, context }) => {
    const cursor = readCursor(text)
    const found = await sales.listTrips(db, ownerOf(context), filter, cursor, limit + 1)
    return pageAround(found, cursor, limit)
  })

  serve(app, getPartnerTrip, async ({ params, context, reply }) => {
    const trip = await sales.getTrip(db, ownerOf(context), params.id)
    if (!trip) throw new Refusal('not_found', 'There is no trip with this id.')
    reply.header('etag', `"${trip.version}"`)
    return trip
  })
}

function ownerOf({ partner }: Context): sales.Owner {
  if (!partner) throw new Refusal('not_authenticated', 'Sign in to the partner portal.')
  return { partnerId: partner.partnerId, environment: partner.environment }
}

/** One row more than a page holds tells that there is more on the side that the cursor looks to. */
function pageAround(found: PartnerTrip[], cursor: Cursor | null, limit: number) {
  const back = cursor?.[0] === 'before'
  const more = found.length > limit
  const results = back ? found.slice(-limit) : found.slice(0, limit)
  const [first, last] = [results[0], results.at(-1)]
  const hasNext = back || more
  const hasPrevious = back ? more : cursor !== null
  return {
    results,
    next: last && hasNext ? cursorText(['after', last.created_at, last.id]) : null,
    previous: first && hasPrevious ? cursorText(['before', first.created_at, first.id]) : null,
  }
}

/** The calendar month that it is in a time zone. */
function monthOf(at: Date, timezone: string): { from: string; to: string } {
  const today = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
  const first = today.with({ day: 1 })
  return { from: first.toString(), to: first.add({ months: 1 }).subtract({ days: 1 }).toString() }
}

function withoutUndefined({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}
