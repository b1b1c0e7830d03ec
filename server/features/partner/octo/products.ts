import { currencyExponent } from '../../../../contract/core/currency'
import { OCTO_OPTION_ID, type OctoPricing, type OctoProduct, type OctoUnit } from '../../../../contract/partner/octo'
import { Id, inLanguage } from '../../../../contract/core/scalars'
import { PASSENGER_CATEGORIES } from '../../../../contract/core/vocabulary'
import type { Reader } from '../../../db/transaction'
import type { PartyCounts } from '../../../domain/pricing/quote'
import { dayAt } from '../../../domain/pricing/travel'
import type { Context } from '../../../kernel/context'
import type { PartyPrice, Ports, RouteSegment } from './ports'
import { unknown } from './refusals'
import { listSold, type Sold } from './repository/products'

const TYPES = {
  adult: 'ADULT',
  child: 'CHILD',
  infant: 'INFANT',
  youth: 'YOUTH',
  senior: 'SENIOR',
  prm: 'OTHER',
} as const
const AGE_MAX = 120

type Category = OctoUnit['id']

export const idOf = ({ routeId, originId, destinationId }: RouteSegment): string =>
  `${routeId}.${originId}.${destinationId}`

/** Parses a product id into a segment of a route. @throws Refusal INVALID_PRODUCT_ID */
function segmentOf(id: string): RouteSegment {
  const [routeId, originId, destinationId, ...rest] = id.split('.').map((part) => Id.safeParse(part).data)
  if (!routeId || !originId || !destinationId || rest.length > 0) throw unknown('INVALID_PRODUCT_ID', id)
  return { routeId, originId, destinationId }
}

/** Returns the passenger categories of a product; infants are always included. */
export const categoriesOf = ({ categories }: Sold): Category[] =>
  PASSENGER_CATEGORIES.filter((category) => category === 'infant' || categories.includes(category))

/** Returns a party of one passenger for each category. */
export const singles = (categories: readonly Category[]): PartyCounts[] =>
  categories.map((category) => new Map([[category, 1]]))

/** Returns the products that the caller may sell. @param id only this one */
export async function soldTo(ports: Ports, reader: Reader, context: Context, id?: string): Promise<Sold[]> {
  const { contract } = await ports.seller(reader, context)
  const today = dayAt(context.now().toISOString(), 'UTC')
  const segment = id === undefined ? {} : { segment: segmentOf(id) }
  return listSold(reader, { routeIds: contract.allowed_route_ids, today, ...segment })
}

/** @throws Refusal INVALID_PRODUCT_ID or INVALID_OPTION_ID */
export async function oneSold(
  ports: Ports,
  reader: Reader,
  context: Context,
  { productId, optionId }: { productId: string; optionId?: string | null | undefined },
): Promise<Sold> {
  const [sold] = await soldTo(ports, reader, context, productId)
  if (!sold) throw unknown('INVALID_PRODUCT_ID', productId)
  if (optionId && optionId !== OCTO_OPTION_ID) throw unknown('INVALID_OPTION_ID', optionId)
  return sold
}

/** Maps products to OCTO. @param isPriced whether to include the lowest price of each passenger category */
export async function presentProducts(
  ports: Ports,
  reader: Reader,
  context: Context,
  sold: readonly Sold[],
  isPriced: boolean,
): Promise<OctoProduct[]> {
  const { contract } = await ports.seller(reader, context)
  const prices = isPriced ? await ports.pricesAhead(reader, sold, singles(PASSENGER_CATEGORIES), context) : []
  return sold.map((product, index) => {
    const priceOf = (category: Category) => prices[index]?.[PASSENGER_CATEGORIES.indexOf(category)] ?? null
    const name = `${inLanguage(product.originName, 'en')} – ${inLanguage(product.destinationName, 'en')}`
    const currency = prices[index]?.find((price) => price !== null)?.currency
    return {
      id: idOf(product),
      internalName: name,
      reference: product.routeCode,
      locale: 'en',
      timeZone: product.timezone,
      allowFreesale: false,
      instantConfirmation: true,
      instantDelivery: true,
      availabilityRequired: true,
      availabilityType: 'START_TIME',
      deliveryFormats: ['QRCODE'],
      deliveryMethods: ['TICKET'],
      redemptionMethod: 'DIGITAL',
      options: [
        {
          id: OCTO_OPTION_ID,
          default: true,
          internalName: inLanguage(product.routeName, 'en'),
          reference: null,
          availabilityLocalStartTimes: product.startTimes,
          ...CUTOFFS[contract.cancel_rights],
          requiredContactFields: [],
          // The number of passengers is limited only by the seats of a departure.
          restrictions: { minUnits: 1, maxUnits: null },
          units: categoriesOf(product).map((category) => unitOf(category, isPriced ? priceOf(category) : undefined)),
        },
      ],
      ...(isPriced && {
        pricingPer: 'UNIT',
        ...(currency && { defaultCurrency: currency, availableCurrencies: [currency] }),
      }),
    }
  })
}

const cutoff = (cancellationCutoff: string) => ({
  cancellationCutoff,
  cancellationCutoffAmount: 0,
  cancellationCutoffUnit: 'hour' as const,
})
const CUTOFFS = {
  none: cutoff('Once confirmed, only the operator cancels.'),
  before_departure: cutoff('Free of charge until the departure.'),
  per_policy: cutoff('Until the departure, for the fee of the operator’s conditions.'),
}

/** @param price undefined when prices are not requested */
const unitOf = (category: Category, price: PartyPrice | null | undefined): OctoUnit => ({
  id: category,
  internalName: category.charAt(0).toUpperCase() + category.slice(1),
  reference: null,
  type: TYPES[category],
  restrictions: {
    minAge: 0,
    maxAge: AGE_MAX,
    idRequired: false,
    minQuantity: null,
    maxQuantity: null,
    paxCount: 1,
    accompaniedBy: [],
  },
  requiredContactFields: [],
  ...(price !== undefined && { pricingFrom: price ? [pricingOf(price)] : [] }),
})

export const pricingOf = ({ currency, gross, net }: PartyPrice): OctoPricing => ({
  original: gross,
  retail: gross,
  net,
  currency,
  currencyPrecision: currencyExponent(currency),
  includedTaxes: [],
})
