/** Of amounts that name no currency. */
export { readCompanyCurrency } from '../../db/prices'
