import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { ReservationMoney } from '../../../../contract/operations/payments'
import { call } from '../../../providers/http/call'
import type { Once } from '../../../ui/useOnce'

const readMoney = (id: string) => call('GET /reservations/:id/payments', { params: { id } })

/** Reads the payments of a reservation, again for each of its versions. */
export const useMoney = ({ id, version }: Pick<Reservation, 'id' | 'version'>, enabled: boolean) =>
  useQuery({
    queryKey: ['reservations', 'money', id, version],
    queryFn: () => readMoney(id),
    enabled,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export type RefundWay = ReservationMoney['refund_ways'][number]

/** Splits a refund over the original payments, the latest first. @param amount minor units */
export function refundParts(amount: number, ways: readonly RefundWay[]): RefundWay[] {
  const parts: RefundWay[] = []
  let left = amount
  for (const way of ways) {
    const part = Math.min(left, way.amount_minor)
    if (part <= 0) continue
    parts.push({ ...way, amount_minor: part })
    left -= part
  }
  return parts
}

interface RefundWish {
  parts: readonly (Pick<RefundWay, 'method' | 'amount_minor'> & Partial<RefundWay>)[]
  reason: string
  /** Makes each part idempotent, so that a retry refunds it once. */
  once: Once
}

/** Refunds part by part. @returns whether any part waits for a second approver */
export async function giveBack(id: string, { parts, reason, once }: RefundWish): Promise<boolean> {
  let waits = false
  for (const { method, amount_minor, payment_id } of parts) {
    const body = { amount_minor, method, reason, ...(payment_id && { refund_of_id: payment_id }) }
    const { payment } = await once(body, (key) =>
      call('POST /reservations/:id/refunds', { params: { id }, body, once: key }),
    )
    waits ||= payment?.needs_approval === true
  }
  return waits
}

/** Refunds the credit balance by the original payment methods. @returns whether any part waits for a second approver */
export async function giveBackWhatIsDue(id: string, reason: string, once: Once): Promise<boolean> {
  const { balance_minor: balance, refundable_minor: most, refund_ways: ways } = await readMoney(id)
  return giveBack(id, { parts: refundParts(Math.min(-balance, most), ways), reason, once })
}
