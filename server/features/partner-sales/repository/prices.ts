export { readPriceList, readPricedNetwork } from '../../../db/prices'
