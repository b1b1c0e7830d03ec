export { readPriceList, readPricedNetwork } from '../../../../kernel/prices'
