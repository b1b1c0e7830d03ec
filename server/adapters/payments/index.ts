import type { Config } from '../../config/env'
import { FakeProvider } from './fake/fake-provider'
import type { PaymentProvider } from './provider'
import { stripeClient, stripeProvider } from './stripe/stripe-provider'

interface Settings {
  payments: Config['payments']
  /** Origin at which people reach this server. */
  origin: string
  /** Fake provider: its signing key, and the file of its books. */
  fake: { secret: string; file: string | null }
  now: () => Date
}

/** Returns the provider of payments by links; null where none is configured. */
export function openProvider({ payments, origin, fake, now }: Settings): PaymentProvider | null {
  if (payments === null) return null
  if (payments === 'fake') return new FakeProvider({ ...fake, origin, now })
  const { stripeKey, webhookSecret } = payments
  return stripeProvider({ stripe: stripeClient(stripeKey), webhookSecret, now })
}
