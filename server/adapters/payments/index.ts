import type { Config } from '../../config/env'
import { FakeProvider } from './fake/fake-provider'
import type { PaymentProvider } from './provider'
import { stripeProvider } from './stripe/stripe-provider'

interface Settings {
  payments: Config['payments']
  /** Where people reach this server. */
  origin: string
  /** Of the fake provider: what it signs by, and where it keeps its books. */
  fake: { secret: string; file: string | null }
  now: () => Date
}

/** Whoever takes payments by links; null where nobody does. */
export function openProvider({ payments, origin, fake, now }: Settings): PaymentProvider | null {
  if (payments === null) return null
  if (payments === 'fake') return new FakeProvider({ ...fake, origin, now })
  return stripeProvider({ key: payments.stripeKey, webhookSecret: payments.webhookSecret, now })
}
