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

export type RefundPart = ReservationMoney['refund_ways'][number]

/** Splits a refund over the original payments, the latest first. @param amount minor units */
export function refundParts(amount: number, payments: readonly RefundPart[]): RefundPart[] {
  const parts: RefundPart[] = []
  let left = amount
  for (const payment of payments) {
    const part = Math.min(left, payment.amount_minor)
    if (part <= 0) continue
    parts.push({ ...payment, amount_minor: part })
    left -= part
  }
  return parts
}

interface RefundRequest {
  parts: readonly (Pick<RefundPart, 'method' | 'amount_minor'> & Partial<RefundPart>)[]
  reason: string
  /** Makes each part idempotent, so that a retry refunds it once. */
  once: Once
}

/** Refunds part by part. @returns whether any part waits for a second approver */
export async function refund(id: string, { parts, reason, once }: RefundRequest): Promise<boolean> {
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
export async function refundCredit(id: string, reason: string, once: Once): Promise<boolean> {
  const { balance_minor: balance, refundable_minor: most, refund_ways: payments } = await readMoney(id)
  return refund(id, { parts: refundParts(Math.min(-balance, most), payments), reason, once })
}
