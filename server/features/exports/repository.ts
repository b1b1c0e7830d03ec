/** Of amounts that name no currency. */
export { readCompanyCurrency } from '../../kernel/prices'
