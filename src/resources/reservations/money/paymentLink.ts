import { useQuery } from '@tanstack/react-query'
import type { Reservation } from '../../../../contract/entities/reservation'
import { useHasRight, useMay } from '../../../providers/auth/useSession'
import { call, type Answer, type BodyOf } from '../../../providers/http/call'
import type { Format } from '../../../ui/useFormat'

export type LinkRequest = BodyOf<'POST /reservations/:id/payment-links'>
export type SentLink = Answer<'POST /reservations/:id/payment-links'>

/** Requests a payment link, at most once per idempotency key. */
export const sendLink = (id: string, body: LinkRequest, once: string): Promise<SentLink> =>
  call('POST /reservations/:id/payment-links', { params: { id }, body, once })

/** Whether the user may see payments and request payment links. */
export function useMayRequestLinks(): boolean {
  const maySee = useMay('show', 'payments')
  const mayTake = useHasRight('take_payment')
  return maySee && mayTake
}

/** Whether the user may request a payment link for a reservation, and the server has a payment provider. */
export function useTakesLinks(reservation: Pick<Reservation, 'id'> | null): boolean {
  const may = useMayRequestLinks()
  const id = reservation?.id ?? ''
  const { data } = useQuery({
    queryKey: ['reservations', 'takes-links', id],
    queryFn: () => call('GET /reservations/:id/payments', { params: { id } }),
    enabled: may && id !== '',
    select: ({ takes_links: takesLinks }) => takesLinks,
    staleTime: Infinity,
  })
  return data === true
}

/** Returns whether the link was emailed, is stored because no mail server is set up, or has to be copied. */
export const sentText = ({ link, mail }: SentLink, t: Format['t']): string =>
  mail === null
    ? t('app.payLink.made')
    : t(mail === 'kept' ? 'app.mail.kept' : 'app.mail.queued', { address: link.sent_to ?? '' })
