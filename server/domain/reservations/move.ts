import type { JourneyCall } from '../../../contract/entities/journey'
import type { ReservationLeg } from '../../../contract/entities/reservation-parts'

type Call = Pick<JourneyCall, 'seq' | 'station_id' | 'pickup_type' | 'drop_off_type'>

/**
 * Returns the segment of another journey between the same two stations; undefined if the journey does not lead from one
 * to the other, or if passengers cannot board or alight there.
 */
export function findSameSegment(
  from: { boardStationId: string; alightStationId: string },
  toJourneyId: string,
  calls: readonly Call[],
): Omit<ReservationLeg, 'direction'> | undefined {
  const inOrder = calls.toSorted((a, b) => a.seq - b.seq)
  const board = inOrder.find((call) => call.station_id === from.boardStationId && call.pickup_type !== 'none')
  if (!board) return undefined
  const alight = inOrder.find(
    (call) => call.seq > board.seq && call.station_id === from.alightStationId && call.drop_off_type !== 'none',
  )
  return alight && { journey_id: toJourneyId, board_seq: board.seq, alight_seq: alight.seq }
}
