import type { FastifyInstance } from 'fastify'
import { Temporal } from 'temporal-polyfill'
import { PARTNER_CREDENTIAL_EXPIRING_DAYS } from '../../../../contract/core/limits/partner-api'
import { getPartnerHolds } from '../../../../contract/partner/holds'
import { getPartnerDashboard, listPartnerTrips } from '../../../../contract/partner/sales'
import type { Environment } from '../../../../contract/core/vocabulary'
import { sentence } from '../../../../contract/core/sentence'
import type { Db } from '../../../db/database'
import { lapsesCountFrom } from '../../../domain/reservations/hold-bounds'
import { Refusal } from '../../../http/refusal'
import { serve } from '../../../http/serve'
import { readCursor, pageAround } from '../../../crud/cursor'
import type { Feature } from '../../feature'
import { ownerOf, sellerOf } from './caller'
import { partnerJourneyRoutes } from './journeys/routes'
import type { Ports } from './ports'
import { expiringCredentials, figures, nextDepartures } from './repository/dashboard'
import { countTrips, listTrips } from './repository/trip-list'
import { readHoldBounds, readOnHold, sweepLapsedHolds } from './repository/holds'
import { partnerStatementRoutes } from './statement/routes'
import { partnerTripRoutes } from './trips/routes'

const DEPARTURES_SHOWN = 8
const DAY_MS = 86_400_000

export const partnerSalesFeature: Feature<{ db: Db; ports: Ports }> = {
  routes: partnerSalesRoutes,
  sweeps: ({ db }) => ({ lapsed_holds: ({ now }) => sweepLapsedHolds(db, lapsesCountFrom(now)) }),
}

function partnerSalesRoutes(app: FastifyInstance, { db, ports }: { db: Db; ports: Ports }): void {
  partnerJourneyRoutes(app, { db, ports })
  partnerTripRoutes(app, { db, ports })
  partnerStatementRoutes(app, db)

  serve(app, getPartnerHolds, async ({ params, context }) => {
    const bounds = await readHoldBounds(db, params.id)
    if (!bounds) throw new Refusal('not_found', sentence`There is no partner with this id.`)
    const onHold = (environment: Environment) => readOnHold(db, { partnerId: params.id, environment }, context.now())
    return { ...bounds, live: await onHold('live'), test: await onHold('test') }
  })

  serve(app, getPartnerDashboard, async ({ query, context }) => {
    const owner = ownerOf(context)
    const at = context.now()
    const { timezone } = await sellerOf(db, context)
    const period = { ...monthOf(at, timezone), ...withoutUndefined(query) }
    const until = new Date(at.getTime() + PARTNER_CREDENTIAL_EXPIRING_DAYS * DAY_MS)
    return {
      period,
      ...(await figures(db, owner, period)),
      next_departures: await nextDepartures(db, owner, at, DEPARTURES_SHOWN),
      expiring_credentials: await expiringCredentials(db, owner.partnerId, at, until),
    }
  })

  serve(app, listPartnerTrips, async ({ query: { cursor: text, limit, ordering, count, ...filter }, context }) => {
    const cursor = readCursor(text, ordering)
    const owner = ownerOf(context)
    const found = await listTrips(db, owner, filter, ordering, cursor, limit + 1)
    const field = ordering.replace('-', '') as 'created_at' | 'updated_at' | 'travel_at'
    const page = pageAround(found, cursor, limit, (trip) => [trip[field] ?? trip.created_at, trip.id], ordering)
    return count === 'true' ? { ...page, count: await countTrips(db, owner, filter) } : page
  })
}

/** Returns the first and last day of the current month in a time zone. */
function monthOf(at: Date, timezone: string): { from: string; to: string } {
  const today = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
  const first = today.with({ day: 1 })
  return { from: first.toString(), to: first.add({ months: 1 }).subtract({ days: 1 }).toString() }
}

function withoutUndefined({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}
