import type { Journey } from '../../contract/entities/journey'
import type { Reservation } from '../../contract/entities/reservation'
import type { AccountSecrets } from '../adapters/account-secrets'
import type { Store } from '../crud/store'
import { linkAddress } from '../features/auth/links'
import type { Ports as DispatchPorts } from '../features/dispatch/ports'
import { cancelWithParties } from '../features/journeys/steps/cancel'
import { change } from '../features/journeys/steps/change'
import { takeStep } from '../features/journeys/steps/take-step'
import type { Ports as MailPorts } from '../features/mails/ports'
import { invitationAddress } from '../features/partner/access/people'
import { addressOf as paymentAddress } from '../features/payments/steps/send-link'
import type { Ports as ReassignmentPorts } from '../features/reassignment/ports'
import type { Parties, PartyGrants } from '../features/reservations/parties'
import { printTickets } from '../features/reservations/tickets'
import { ridesOf } from '../features/reservations/repository/tickets'
import { assignHire } from '../features/reservations/steps/hire'
import type { Stores } from './stores'

/** Overrides of changes to all parties on a journey, which hold for every role. */
export const PARTY_GRANTS: PartyGrants = {
  // Passengers pay no fee for what the operator cancels.
  cancelling: (context) => ({ ...context, allows: ['waive_fee'] }),
  // Users who may make a change of several jobs may undo it as a whole.
  undoing: (context) => ({ ...context, allows: ['undo_cancellation'] }),
}

/** Returns what dispatch may do with journeys. */
export const dispatchPortsOf = (journeys: Store<Journey>): DispatchPorts => ({
  assign: async (tx, id, version, { vehicle_id, driver_id }, context) => {
    const input = { ...(vehicle_id !== undefined && { vehicle_id }), ...(driver_id !== undefined && { driver_id }) }
    return await journeys.actIn(
      tx,
      id,
      version,
      context,
      // A plan checks locations and directions itself, and an assignment that is undone was accepted before.
      change({ action: 'assigned', input, acceptsWarnings: true }, context),
    )
  },
})

/** Returns what mail reads of reservations and accounts. */
export const mailPortsOf = (
  reservations: Store<Reservation>,
  ticketKey: Uint8Array,
  secrets: AccountSecrets,
): MailPorts => ({
  read: async (reader, id) => await reservations.getIn(reader, id),
  rides: ridesOf,
  linkAddress: (kind, id, origin) =>
    kind === 'payment_link'
      ? paymentAddress({ origin, tokenOf: secrets.paymentToken }, id)
      : kind === 'partner_invitation'
        ? invitationAddress(origin, secrets.invitationToken(id))
        : linkAddress(origin, secrets.linkToken(id)),
  print: (reader, reservation, language) => printTickets(reader, reservation, language, ticketKey),
})

/** Returns what reassignment may do with journeys, reservations, vehicles and staff. */
export function reassignmentPortsOf(storeOf: Stores['storeOf'], parties: Parties): ReassignmentPorts {
  const [journeys, reservations] = [storeOf('journeys'), storeOf('reservations')]
  const [downtimes, absences] = [storeOf('vehicle-downtimes'), storeOf('staff-absences')]
  return {
    assignJourney: async (tx, id, input, reason, context, overrides) => {
      const step = change({ action: 'assigned', input, reason, ...overrides }, context)
      return await journeys.actIn(tx, id, null, context, step)
    },
    cancelJourney: (tx, id, request, context, dryRun) =>
      cancelWithParties(tx, { store: journeys, parties }, id, null, { ...request, parties: [] }, context, dryRun),
    reinstateJourney: async (tx, id, reason, context) =>
      await journeys.actIn(tx, id, null, context, takeStep('reinstateJourney', context, reason)),
    readJourney: async (tx, id) => await journeys.getIn(tx, id),
    assignHire: async (tx, id, request, context, { overrideReason, acceptsWarnings }) => {
      const overrides = { override_reason: overrideReason, accept_warnings: acceptsWarnings }
      const step = assignHire({ ...request, ...overrides }, context)
      return await reservations.actIn(tx, id, null, context, step)
    },
    cancelHire: async (tx, id, reason, context) => {
      const hire = await reservations.getIn(tx, id)
      return parties.settle(tx, hire, { action: 'cancel_all' }, reason, context)
    },
    readHire: async (tx, id) => await reservations.getIn(tx, id),
    restoreParty: parties.restore,
    createDowntime: async (tx, input, context) => (await downtimes.createIn(tx, input, context)).id,
    removeDowntime: async (tx, id, context) => void (await downtimes.removeIn(tx, id, null, context)),
    createAbsence: async (tx, input, context) => (await absences.createIn(tx, input, context)).id,
    removeAbsence: async (tx, id, context) => void (await absences.removeIn(tx, id, null, context)),
  }
}
