import { z } from 'zod'
import { REASON_MAX_CHARS } from '../core/limits'
import { customer } from '../entities/customer'
import { operation } from '../core/operations'
import { Currency, Id, line, MinorAmount } from '../core/scalars'

/* What a customer owes, and may ask for by law: to see what is kept, and to have it removed. */

const tag = 'customers'
const CustomerParams = z.object({ id: Id })

export const readCustomerBalance = operation({
  id: 'readCustomerBalance',
  method: 'GET',
  path: '/customers/:id/balance',
  tag,
  summary: 'What a customer owes on account, and may owe',
  access: { action: 'show', resource: 'customers' },
  params: CustomerParams,
  ok: {
    status: 200,
    description: 'In the currency of the company.',
    schema: z.object({
      currency: Currency,
      owed_minor: MinorAmount,
      /** Null = nothing may be owed. */
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
  summary: 'Everything that is kept about a customer, as a zip of JSON and CSV',
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
  summary: 'Remove the personal data of a customer everywhere; amounts and dates stay for the accounts',
  access: { action: 'delete', resource: 'customers' },
  params: CustomerParams,
  body: z.strictObject({
    /** Kept with the erasure: who asked, and when. */
    reason: line(REASON_MAX_CHARS),
  }),
  ok: { status: 200, description: 'What is left.', schema: customer.record },
  errors: ['not_found', 'validation', 'invalid_state'],
})
