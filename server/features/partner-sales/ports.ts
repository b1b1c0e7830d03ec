import type { Quote, QuoteRequest } from '../../../contract/quote'
import type { Context } from '../../http/context'

/** What partners sell with, and the desk sells with too: handed over by who composes the features. */
export interface Ports {
  /** @throws Refusal validation, no_fare or selling_price_below_net */
  tellPrice: (request: QuoteRequest, context: Context) => Promise<Quote>
}
