import type { Journey } from '../../contract/entities/journey'
import type { Store } from '../crud/store'
import type { Ports } from '../features/dispatch/ports'
import { change } from '../features/journeys/repository/steps'

/** Hands dispatch what it may do with journeys. */
export const dispatchPortsOf = (journeys: Store): Ports => ({
  assign: async (tx, id, version, { vehicle_id, driver_id }, context) => {
    const input = { ...(vehicle_id !== undefined && { vehicle_id }), ...(driver_id !== undefined && { driver_id }) }
    return (await journeys.actIn(
      tx,
      id,
      version,
      context,
      // A plan looks at places and ways itself, and what is taken back was accepted before.
      change({ action: 'assigned', input, acceptsWarnings: true }, context),
    )) as unknown as Journey
  },
})
