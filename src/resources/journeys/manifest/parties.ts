import type { JourneyCall } from '../../../../contract/entities/journey'
import type { Manifest, ManifestParty, ManifestPassenger } from '../../../../contract/operations/manifest'

export interface Stop {
  call: JourneyCall
  parties: ManifestParty[]
}

/** Groups bookings by boarding stop; stops without boarding are omitted. */
export function byStop(manifest: Manifest, calls: readonly JourneyCall[]): Stop[] {
  return calls
    .map((call) => ({ call, parties: manifest.parties.filter((party) => party.board_seq === call.seq) }))
    .filter(({ parties }) => parties.length > 0)
}

/** Returns the passengers of a booking who have not cancelled. */
export const travelling = (party: ManifestParty): ManifestPassenger[] =>
  party.passengers.filter((passenger) => passenger.status !== 'cancelled')

const isAboard = (passenger: ManifestPassenger): boolean => passenger.status === 'boarded'

/** Returns the number of boarded passengers and of all expected passengers. */
export function countAboard(parties: readonly ManifestParty[]): { aboard: number; all: number } {
  const passengers = parties.flatMap(travelling)
  return { aboard: passengers.filter(isAboard).length, all: passengers.length }
}
