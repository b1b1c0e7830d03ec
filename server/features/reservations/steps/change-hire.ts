import type { Reservation } from '../../../../contract/entities/reservation'
import type { Hire } from '../../../../contract/entities/reservation-parts'
import type { Step } from '../../../crud/store-options'
import { same } from '../../../kernel/audit'
import type { ReservationStatus } from '../../../domain/reservations/status'
import type { Context } from '../../../http/context'
import { wrongState } from '../../../http/refusal'
import { rerunColumns } from '../repository/runs'
import { refuseWaiving } from './cancel'
import { allocateHire } from './hire'

const CHANGEABLE: readonly ReservationStatus[] = ['pending', 'confirmed', 'checked_in']

interface OtherRun {
  hire: Hire
  reason: string
  waive_fee: boolean
}

/** Another run of a hire, at its price; its vehicle and driver are taken for the new time. */
export const changeHire =
  ({ hire, reason, waive_fee }: OtherRun, context: Context): Step<Reservation> =>
  async (tx, current) => {
    const { reference, status } = current
    if (!current.hire)
      throw wrongState([{ path: 'kind', message: `${reference} is no hire: amend its way or party instead.` }])
    if (!CHANGEABLE.includes(status))
      throw wrongState([
        { path: 'status', message: `${reference} is ${status.replaceAll('_', ' ')} and runs as it was.` },
      ])
    refuseWaiving({ waive_fee }, context)
    if (same(hire, current.hire)) return null
    const columns = await rerunColumns(tx, current, { ...current, hire }, waive_fee, context)
    return {
      action: 'amended',
      reason,
      values: { hire, ...columns },
      settle: () => allocateHire(tx, { ...current, hire }),
    }
  }
