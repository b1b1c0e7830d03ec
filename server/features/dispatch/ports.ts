import type { Journey } from '../../../contract/entities/journey'
import type { PlanAssignment } from '../../../contract/operations/dispatch-plan'
import type { Tx } from '../../db/transaction'
import type { Context } from '../../kernel/context'

/** Operations of journeys that dispatch uses inside its own transaction. */
export interface Ports {
  /**
   * Assigns a journey with the checks of a manual assignment.
   * @param version of the journey that the assignment was decided on
   * @throws Refusal if the assignment is not possible
   */
  assign: (
    tx: Tx,
    id: string,
    version: number,
    request: { [K in keyof Pick<PlanAssignment, 'vehicle_id' | 'driver_id'>]: string | null | undefined },
    context: Context,
  ) => Promise<Journey>
}
