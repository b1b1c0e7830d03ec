import type { Answer, Client, Json } from '../api'
import { adults, ride, type Booking } from '../booking'
import { make, unique } from '../factories'
import { runOn, type OfferName, type Seller, type World } from './world'

/** Input of an operation; by default one adult on the plain offer. */
export interface Request {
  on?: OfferName
  /** A separate departure that replaces the one of the offer. */
  journey?: Json
  passengers?: Json[]
  /** The passengers sold before a change; `passengers` by default. */
  passengersBefore?: Json[]
  addons?: Json[]
  customer?: Json
  isOnAccount?: boolean
  priceOverride?: Json
  /** Amount paid for a hold before it is revised. */
  paidMinor?: number
  /** The run of a hire, in addition to its vehicle type. */
  run?: Json
  /** The caller; an administrator by default. */
  as?: Client
  seller?: Seller
  /** Credentials of another partner that requests a change of the seller's reservation. */
  other?: Pick<Seller, 'client' | 'octo'>
  /** Creates the obstacle after the record to change was sold. */
  obstruct?: () => Promise<unknown>
}

export interface Outcome {
  /** The status and the code of the response. */
  answer: string
  /** The field that the error points to. */
  field?: string | undefined
}

/** Makes the call. */
type Act = () => Promise<Outcome>

const why = { reason: 'Other plans' }

/** Returns every operation that sells or changes: each sells the record to change, and returns the call to be refused. */
export function refusedOperations(desk: Booking, world: World): Record<string, (request: Request) => Promise<Act>> {
  const on = ({ on: name = 'plain', journey }: Request): Json => journey ?? world.journeys[name]
  const party = ({ passengers = adults(1) }: Request): Json[] => passengers
  const partyBefore = (request: Request): Json[] => request.passengersBefore ?? party(request)
  const common = ({ addons = [], customer, isOnAccount, priceOverride }: Request): Json => ({
    lead_name: 'Ana Ruiz',
    addons,
    ...(customer && { customer_id: customer['id'] }),
    ...(isOnAccount && { payment_method: 'on_account' }),
    ...(priceOverride && { price_override: priceOverride }),
  })
  const sell = (request: Request, status: string, as = desk.admin): Promise<Answer> =>
    as.post('/reservations', { ...common(request), legs: [ride(on(request))], passengers: party(request), status })
  /** The record to change is sold on the plain offer, by a role that may set any price. */
  const soldBefore = async (request: Request, status: string): Promise<Json> =>
    taken(await sell({ ...request, on: 'plain', passengers: partyBefore(request) }, status))
  const changedParty = (request: Request): Json =>
    request.passengersBefore === undefined ? {} : { passengers: party(request) }
  const by = (request: Request) => ({ as: request.as ?? desk.admin })

  const hire = (request: Request, status: string, as = desk.admin): Promise<Answer> =>
    as.post('/reservations', {
      ...common(request),
      kind: 'private_hire',
      status,
      passengers: party(request),
      hire: runOf(request),
    })
  const runOf = (request: Request): Json =>
    runOn(world.types[request.on ?? 'plain'], { passengers: party(request).length, ...request.run })

  const sellerOf = ({ seller = world.seller }: Request): Seller => seller
  const trip = (request: Request): Promise<Answer> =>
    (request.other ?? sellerOf(request)).client.post('/partner/trips/', {
      partner_reference: unique('TRIP'),
      lead_name: 'Ana Ruiz',
      addons: request.addons ?? [],
      legs: [ride(on(request))],
      passengers: party(request),
      confirm: true,
    })

  const slot = (request: Request): Json => ({
    productId: world.productId,
    optionId: 'DEFAULT',
    availabilityId: `${String(on(request)['id'])}.1.3`,
  })
  const units = (passengers: Json[]): Json => ({ unitItems: passengers.map(({ category }) => ({ unitId: category })) })
  const reserve = (request: Request): Promise<Answer> =>
    (request.other ?? sellerOf(request)).octo.post('/octo/bookings', { ...slot(request), ...units(party(request)) })
  const bookingAt = ({ uuid }: Json) => `/octo/bookings/${String(uuid)}`

  return {
    sale: async (request) => async () => outcome(await sell(request, 'confirmed', by(request).as)),
    hold: async (request) => async () => outcome(await sell(request, 'on_hold', by(request).as)),
    confirm: async (request) => {
      const held = taken(await sell(request, 'on_hold'))
      return async () => outcome(await desk.step(held, 'confirm', {}, by(request)))
    },
    approve: async (request) => {
      const asked = taken(await sell(request, 'pending'))
      return async () => outcome(await desk.step(asked, 'approve', {}, by(request)))
    },
    revise: async (request) => {
      const { addons = [], priceOverride, paidMinor, ...before } = request
      const held = await soldBefore(before, 'on_hold')
      if (paidMinor !== undefined) taken(await desk.pay(held, paidMinor))
      const revision = {
        legs: [ride(on(request))],
        addons,
        ...changedParty(request),
        ...(priceOverride && { price_override: priceOverride }),
      }
      return async () => outcome(await desk.step(held, 'revise', revision, by(request)))
    },
    amend: async (request) => {
      const sold = await soldBefore(request, 'confirmed')
      const change = { ...why, legs: [ride(on(request))], ...changedParty(request) }
      return async () => outcome(await desk.step(sold, 'amend', change, by(request)))
    },
    move: async (request) => {
      const sold = await soldBefore(request, 'confirmed')
      return async () =>
        outcome(await desk.step(sold, 'move', { ...why, to_journey_id: on(request)['id'] }, by(request)))
    },
    hire: async (request) => async () => outcome(await hire(request, 'confirmed', by(request).as)),
    'change hire': async (request) => {
      // A manual price applies to a whole request, and to the sale that it was set for.
      const status = request.priceOverride ? 'pending' : 'confirmed'
      const { run: _, ...before } = request
      const sold = taken(await hire({ ...before, on: 'plain', passengers: partyBefore(request) }, status))
      return async () => outcome(await desk.step(sold, 'change-hire', { ...why, hire: runOf(request) }, by(request)))
    },
    'waiting list': async (request) => {
      const { customer, on: name } = request
      const waiting = party(request)
      const journey = request.journey ?? (await world.depart({ capacity: waiting.length }))
      // A separate departure has one seat left.
      const sold = taken(await desk.book(journey, request.journey ? 1 : waiting.length))
      const path = `/journeys/${String(journey['id'])}`
      const entry = taken(
        await desk.admin.post(`${path}/waiting-list`, {
          lead_name: 'Waits',
          board_seq: 1,
          alight_seq: 3,
          passengers: waiting,
          customer_id: customer?.['id'] ?? null,
        }),
      )
      if (name !== undefined && request.journey === undefined)
        taken(await desk.admin.patch(path, { vehicle_type_id: world.types[name]['id'] }, { ifMatch: '*' }))
      return async () => {
        const freed = await desk.step(sold, 'cancel', why)
        const { rows } = await desk.admin.get(`${path}/waiting-list`)
        const now = rows.find(({ id }) => id === entry['id']) ?? {}
        if (freed.status !== 200 || now['state'] !== 'waiting')
          return { answer: `${freed.status} ${String(now['state'])}` }
        return { answer: `skipped ${(now as { skip_reason?: string | null }).skip_reason ?? 'none'}` }
      }
    },
    'partner sale': async (request) => async () => outcome(await trip(request)),
    'partner change': async (request) => {
      const { other, ...before } = request
      const sold = taken(await trip({ ...before, on: 'plain', passengers: partyBefore(request) }))
      const { customer } = request
      if (customer) taken(await desk.change(sold, { customer_id: customer['id'] }))
      const change = { legs: [ride(on(request))], ...changedParty(request) }
      const path = `/partner/trips/${String(sold['id'])}/change/`
      return async () => outcome(await (other ?? sellerOf(request)).client.post(path, change, { ifMatch: '*' }))
    },
    'octo booking': async (request) => {
      if (!request.seller) return async () => outcome(await reserve(request))
      // The confirmation is the step that checks the credit.
      const booking = taken(await reserve(request))
      return async () => outcome(await sellerOf(request).octo.post(`${bookingAt(booking)}/confirm`, {}))
    },
    'octo change': async (request) => {
      const { other, ...before } = request
      const { octo } = sellerOf(request)
      const booking = taken(await reserve({ ...before, on: 'plain', passengers: partyBefore(request) }))
      // Staff add to the hold what OCTO cannot request.
      const { addons, customer, passengers } = request
      const revision = {
        ...(addons && { addons }),
        ...(customer && { customer_id: customer['id'] }),
        ...(passengers && { passengers: partyBefore(request) }),
      }
      if (Object.keys(revision).length > 0) taken(await desk.step(booking, 'revise', revision))
      taken(await octo.post(`${bookingAt(booking)}/confirm`, {}))
      const change = { ...slot(request), ...(request.passengersBefore && units(party(request))) }
      return async () => outcome(await (other ?? { octo }).octo.patch(bookingAt(booking), change))
    },
  }
}

/** Returns the body of a call that must succeed. @throws Error when it is refused */
function taken({ status, body }: Answer): Json {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

/** Formats a response as in the table: OCTO's error, with the product's code where it is ambiguous. */
function outcome({ status, body }: Answer): Outcome {
  const { code, error, errors } = body as { code?: string; error?: string; errors?: { pointer: string }[] }
  const field = errors?.[0]?.pointer.split('/')[1]
  if (error === undefined) return { answer: code === undefined ? `${status}` : `${status} ${code}`, field }
  return { answer: error === 'UNPROCESSABLE_ENTITY' ? `${status} ${error} ${code}` : `${status} ${error}` }
}

export const blockedCustomer = async (desk: Booking): Promise<Pick<Request, 'customer' | 'obstruct'>> => {
  const customer = await make(desk.admin, 'customers')
  const path = `/customers/${String(customer['id'])}/block`
  const obstruct = async () => taken(await desk.admin.post(path, { reason: 'Never pays' }, { ifMatch: '*' }))
  return { customer, obstruct }
}
