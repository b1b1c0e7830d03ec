import { sentence } from '../../../contract/core/sentence'
import type { PaymentProvider, ProviderEvent, SignedCall } from '../../adapters/payments/provider'
import { SignatureInvalid } from '../../adapters/payments/provider'
import { systemContext } from '../../kernel/context'
import { Refusal } from '../../http/refusal'
import { noteEvent } from './repository/links'
import type { MoneyStores } from './steps/money'
import { applyCapture, applyRefund } from './steps/settle'

type Outcome = 'applied' | 'repeated' | 'ignored'

/**
 * Applies an event of the provider and records it in the same transaction. The provider repeats an event that was answered
 * with an error.
 * @throws Refusal not_found, signature_invalid, malformed or other_currency
 */
export async function takeEvent(
  provider: PaymentProvider | null,
  named: string,
  stores: MoneyStores,
  call: SignedCall,
): Promise<Outcome> {
  if (provider?.name !== named)
    throw new Refusal('not_found', sentence`No payment provider "${named}" is set up on this server.`)
  const event = readEvent(provider, call)
  const { content } = event
  if (content === null) return 'ignored'
  const context = systemContext('payment provider', () => call.now)
  return stores.reservations.write(context, async (tx) => {
    const paymentId = 'capture' in content ? content.capture.paymentId : content.refund.refundId
    const isKnown =
      'capture' in content
        ? await applyCapture(tx, stores, provider.name, content.capture, context)
        : await applyRefund(tx, stores, provider.name, content.refund, context)
    if (!isKnown)
      throw new Refusal(
        'not_found',
        sentence`No payment matches this event. Check that the provider calls the right server.`,
      )
    const { id, type, at } = event
    const isNew = await noteEvent(tx, { provider: provider.name, id, type, at, paymentId, content }, call.now)
    return isNew ? 'applied' : 'repeated'
  })
}

function readEvent(provider: PaymentProvider, call: SignedCall): ProviderEvent {
  try {
    return provider.readEvent(call)
  } catch (error) {
    if (error instanceof SignatureInvalid) throw new Refusal('signature_invalid', error.message)
    throw new Refusal(
      'malformed',
      sentence`The event could not be read. Send the body exactly as the provider made it.`,
    )
  }
}
