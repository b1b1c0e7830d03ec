import type { FastifyInstance } from 'fastify'
import type { ReservationLeg } from '../../../../../contract/entities/reservation-parts'
import {
  getPartnerJourney,
  listPartnerJourneys,
  listPartnerPlaces,
  quotePartnerJourney,
  type PartnerDeparture,
} from '../../../../../contract/partner/journeys'
import type { Quote } from '../../../../../contract/operations/quote'
import { sentence } from '../../../../../contract/core/sentence'
import type { Db } from '../../../../db/database'
import type { Context } from '../../../../kernel/context'
import { Refusal } from '../../../../http/refusal'
import { serve } from '../../../../http/serve'
import { maySell, refuseUnlessTrading, sellerOf, type Seller } from '../caller'
import { readCursor, compare, pageOfAll, type Place } from '../../../../crud/cursor'
import type { Ports } from '../ports'
import { placesSold } from '../repository/places'
import { readPriceList } from '../../../../kernel/prices'
import { findSegments, readJourneys, readSegments, stationsNamed } from '../repository/journeys'
import { departureOf, journeyOf, offerOf, type Offer } from './offer'
import { pricesFrom } from './price-from'
import { refuseOffSale } from './sellable'

const placeOf = ({ departs_at, id }: PartnerDeparture): Place => [departs_at, id]

/** Registers the routes for departures, places, journeys and quotes. */
export function partnerJourneyRoutes(app: FastifyInstance, { db, ports }: { db: Db; ports: Ports }): void {
  serve(app, listPartnerJourneys, async ({ query, context }) => {
    const cursor = readCursor(query.cursor)
    const seller = await sellerOf(db, context)
    const [origins, destinations] = [await named('origin', query.origin), await named('destination', query.destination)]
    const [{ timezone } = { timezone: 'UTC' }] = origins
    const question = {
      origins: origins.map(({ id }) => id),
      destinations: destinations.map(({ id }) => id),
      days: { from: query.date, to: query.date, timezone },
      routeIds: seller.contract.allowed_route_ids,
    }
    const now = context.now()
    const found = await findSegments(db, question)
    const offers: Offer[] = []
    for await (const segments of readSegments(db, found, { partnerId: seller.id, now }))
      offers.push(...segments.flatMap((segment) => offerOf(segment, query.passengers, now) ?? []))
    const prices = await pricesFrom(db, offers, seller, now)
    const departures = offers.flatMap((offer, index) => {
      const price = prices[index]
      return price ? [{ ...departureOf(offer), price_from: price }] : []
    })
    departures.sort((a, b) => compare(placeOf(a), placeOf(b)))
    const page = pageOfAll(departures, cursor, query.limit, placeOf)
    return query.count === 'true' ? { ...page, count: departures.length } : page
  })

  serve(app, listPartnerPlaces, async ({ query, context }) => {
    const seller = await sellerOf(db, context)
    const origins = query.origin === undefined ? [] : await named('origin', query.origin)
    return placesSold(db, {
      routeIds: seller.contract.allowed_route_ids,
      origins: origins.map(({ id }) => id),
      words: query.q ?? '',
      language: context.language,
    })
  })

  serve(app, getPartnerJourney, async ({ params, context }) => {
    const seller = await sellerOf(db, context)
    const journey = await sold(params.id, seller, context)
    const { addons } = await readPriceList(db)
    return journeyOf(journey, addons)
  })

  serve(app, quotePartnerJourney, async ({ params, body, context }) => {
    const { board_seq, alight_seq, onward, ...requested } = body
    const seller = await sellerOf(db, context)
    refuseUnlessTrading(seller, context)
    await sold(params.id, seller, context)
    const first = { journey_id: params.id, board_seq, alight_seq, direction: 'outbound' as const }
    const legs: ReservationLeg[] = [first, ...onward]
    await refuseOffSale(db, legs, seller, context.now())
    const request = {
      ...requested,
      kind: 'seat' as const,
      legs,
      hire: null,
      channel: 'partner' as const,
      partner_id: seller.id,
      customer_id: null,
      price_override: null,
      with_trace: false,
    }
    return quoteOf(await ports.quotePrice(request, context))
  })

  async function named(field: 'origin' | 'destination', name: string) {
    const stations = await stationsNamed(db, name)
    if (stations.length > 0) return stations
    const detail = sentence`There is no station "${name}". Give the id or the code of one.`
    throw new Refusal('malformed', detail, {
      errors: [{ pointer: `/query/${field}`, code: 'unknown_reference', detail }],
    })
  }

  /** Returns a journey on a route that the partner may sell. @throws Refusal not_found for any other */
  async function sold(id: string, seller: Seller, context: Context) {
    const journey = (await readJourneys(db, [id], { partnerId: seller.id, now: context.now() })).get(id)
    const isOurs = journey?.kind === 'passenger' && journey.service_status !== 'draft'
    if (!journey || !isOurs || !maySell(seller, journey.route_id))
      throw new Refusal('not_found', sentence`There is no journey with this id.`)
    return journey
  }
}

const quoteOf = ({ total_minor: gross, tax_minor, partner, ...quote }: Quote) => ({
  ...quote,
  gross_minor: gross,
  tax_minor,
  commission_minor: partner?.commission_minor ?? 0,
  net_minor: partner?.net_minor ?? gross,
})
