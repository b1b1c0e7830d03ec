import { z } from 'zod'
import { REASON_MAX_CHARS } from '../core/limits/texts'
import { customer } from '../entities/customer'
import { operation } from '../core/operations'
import { Currency, Id, line, MinorAmount } from '../core/scalars'

/* Balance of a customer, and the rights to access and erasure of personal data. */

const tag = 'customers'
const CustomerParams = z.object({ id: Id })

export const readCustomerBalance = operation({
  id: 'readCustomerBalance',
  method: 'GET',
  path: '/customers/:id/balance',
  tag,
  summary: 'Get the balance and the credit limit of a customer',
  access: { action: 'show', resource: 'customers' },
  params: CustomerParams,
  ok: {
    status: 200,
    description: 'In the currency of the company.',
    schema: z.object({
      currency: Currency,
      owed_minor: MinorAmount,
      /** Null = no credit. */
      credit_limit_minor: MinorAmount.nullable(),
    }),
  },
  errors: ['not_found'],
})

export const exportCustomer = operation({
  id: 'exportCustomer',
  method: 'GET',
  path: '/customers/:id/personal-data',
  tag,
  summary: 'Export all stored data about a customer as a zip of JSON and CSV files',
  access: { right: 'read_personal_file' },
  params: CustomerParams,
  ok: { status: 200, description: 'The zip.', type: 'application/zip' },
  errors: ['not_found'],
})

export const eraseCustomer = operation({
  id: 'eraseCustomer',
  method: 'POST',
  path: '/customers/:id/erase',
  tag,
  summary: 'Erase the personal data of a customer; amounts and dates remain for accounting',
  access: { action: 'delete', resource: 'customers' },
  params: CustomerParams,
  body: z.strictObject({
    /** Stored with the erasure: who requested it, and when. */
    reason: line(REASON_MAX_CHARS),
  }),
  ok: { status: 200, description: 'The customer without personal data.', schema: customer.record },
  errors: ['not_found', 'validation', 'invalid_state'],
})
