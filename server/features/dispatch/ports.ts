import type { Journey } from '../../../contract/entities/journey'
import type { PlanAssignment } from '../../../contract/operations/dispatch-plan'
import type { Tx } from '../../db/transaction'
import type { Context } from '../../http/context'

/** What dispatch asks of journeys, inside its own transaction. */
export interface Ports {
  /**
   * Assigns a journey with all the checks that it has by hand.
   * @param version the one that it was decided on
   * @throws Refusal where it does not work
   */
  assign: (
    tx: Tx,
    id: string,
    version: number,
    wish: { [K in keyof Pick<PlanAssignment, 'vehicle_id' | 'driver_id'>]: string | null | undefined },
    context: Context,
  ) => Promise<Journey>
}
