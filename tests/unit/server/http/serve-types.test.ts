import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { confirmReservation } from '../../../../contract/operations/reservations'
import { getHealth } from '../../../../contract/operations/system'
import type { Reservation } from '../../../../contract/entities/reservation'
import { serve } from '../../../../server/http/serve'
import type { Stores } from '../../../../server/wiring/stores'

test('a handler returns the answer of its operation, and a store the records of its resource', () => {
  const wrong = async (app: FastifyInstance, stores: Stores) => {
    serve(app, getHealth, async () => ({ status: 'ok' as const }))
    // @ts-expect-error the status is another
    serve(app, getHealth, async () => ({ status: 'fine' }))
    // @ts-expect-error a confirmation answers the reservation
    serve(app, confirmReservation, async ({ params }) => ({ id: params.id }))
    const reservation: Reservation = await stores.storeOf('reservations').get('')
    // @ts-expect-error a journey is no reservation
    const other: Reservation = await stores.storeOf('journeys').get('')
    return [reservation, other]
  }
  expect(wrong).toBeTypeOf('function')
})
