import type { Journey } from '../../contract/entities/journey'
import type { Reservation } from '../../contract/entities/reservation'
import type { Store } from '../crud/store'
import { cancelWithParties } from '../features/journeys/cancel'
import { change } from '../features/journeys/repository/steps'
import type { Parties } from '../features/reservations/parties'
import { assignHireOf } from '../features/reservations/repository/steps/hire'
import type { Ports } from '../features/reassignment/ports'

interface Stores {
  journeys: Store
  reservations: Store
  downtimes: Store
  absences: Store
}

/** Hands the resolver what it may do with journeys, reservations, vehicles and staff. */
export function portsOf({ journeys, reservations, downtimes, absences }: Stores, parties: Parties): Ports {
  return {
    assignJourney: async (tx, id, input, reason, context, leave) => {
      const step = change({ action: 'assigned', input, reason, ...leave }, context)
      return (await journeys.actIn(tx, id, null, context, step)) as unknown as Journey
    },
    cancelJourney: (tx, id, wish, context, isTrial) =>
      cancelWithParties(tx, { store: journeys, parties }, id, null, { ...wish, parties: [] }, context, isTrial),
    reinstateJourney: async (tx, id, reason, context) => {
      const wish = { action: 'reinstated', input: { service_status: 'scheduled' }, reason } as const
      return (await journeys.actIn(tx, id, null, context, change(wish, context))) as unknown as Journey
    },
    readJourney: async (tx, id) => (await journeys.getIn(tx, id)) as unknown as Journey,
    assignHire: async (tx, id, wish, context, { overrideReason, acceptsWarnings }) => {
      const leave = { override_reason: overrideReason, accept_warnings: acceptsWarnings }
      const step = assignHireOf({ ...wish, ...leave }, context)
      return (await reservations.actIn(tx, id, null, context, step)) as unknown as Reservation
    },
    cancelHire: async (tx, id, reason, context) => {
      const hire = (await reservations.getIn(tx, id)) as unknown as Reservation
      return parties.settle(tx, hire, { action: 'cancel' }, reason, context)
    },
    readHire: async (tx, id) => (await reservations.getIn(tx, id)) as unknown as Reservation,
    restoreParty: parties.restore,
    createDowntime: async (tx, input, context) => (await downtimes.createIn(tx, input, context)).id,
    removeDowntime: async (tx, id, context) => void (await downtimes.removeIn(tx, id, null, context)),
    createAbsence: async (tx, input, context) => (await absences.createIn(tx, input, context)).id,
    removeAbsence: async (tx, id, context) => void (await absences.removeIn(tx, id, null, context)),
  }
}
