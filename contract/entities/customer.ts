import { z } from 'zod'
import { REASON_MAX_CHARS } from '../core/limits'
import { defineEntity, type FieldIssue } from '../core/entity'
import { byForm } from '../core/ownership'
import { Email, Id, Instant, LanguageCode, MinorAmount, Phone, line, prose } from '../core/scalars'
import { CUSTOMER_KINDS } from '../core/vocabulary'
import { setOf } from './parts'

/** A person or company that books and pays. Customers may share a phone or email address, as in families and offices. */
export const customer = defineEntity({
  resource: 'customers',
  menu: { group: 'transport', place: 6 },
  writable: {
    kind: z.enum(CUSTOMER_KINDS).default('person'),
    /** Name of the person, or of the contact of the company. */
    first_name: line(100).nullable().default(null),
    last_name: line(100).nullable().default(null),
    company_name: line(200).nullable().default(null),
    email: Email.nullable().default(null),
    phone: Phone.nullable().default(null),
    /** Language of messages to the customer. */
    locale: LanguageCode.default('en'),
    tags: setOf(line(40), 30).default([]),
    notes: prose(5000).nullable().default(null),
    tax_number: line(40).nullable().default(null),
    /** Credit limit on account, in minor units of the company's currency; null = no sales on account. */
    credit_limit_minor: MinorAmount.min(0, 'A credit limit cannot be less than zero.').nullable().default(null),
    is_blocked: z.boolean().default(false),
    blocked_reason: line(REASON_MAX_CHARS).nullable().default(null),
    consent_marketing: z.boolean().default(false),
    /** Why the personal data must not be removed; null = it may be removed. */
    legal_hold_reason: line(REASON_MAX_CHARS).nullable().default(null),
  },
  computed: {
    /** The customer that this one was merged into. */
    merged_into_id: Id.nullable(),
    /** When the personal data was removed. */
    anonymised_at: Instant.nullable(),
  },
  setBy: {
    ...byForm(
      'kind',
      'first_name',
      'last_name',
      'company_name',
      'email',
      'phone',
      'locale',
      'tags',
      'notes',
      'tax_number',
      'consent_marketing',
    ),
    credit_limit_minor: { by: ['setCreditLimit'], creation: 'set_credit_limit' },
    is_blocked: { by: ['blockCustomer', 'unblockCustomer'], creation: 'form' },
    blocked_reason: { by: ['blockCustomer', 'unblockCustomer'], creation: 'form' },
    legal_hold_reason: { by: ['setLegalHold'], creation: 'set_legal_hold' },
  },
  filterable: [
    'kind',
    'first_name',
    'last_name',
    'company_name',
    'email',
    'phone',
    'locale',
    'tags',
    'tax_number',
    'credit_limit_minor',
    'is_blocked',
    'consent_marketing',
    'merged_into_id',
    'anonymised_at',
    'created_at',
    'updated_at',
  ],
  sortable: [
    'kind',
    'first_name',
    'last_name',
    'company_name',
    'email',
    'phone',
    'locale',
    'credit_limit_minor',
    'is_blocked',
    'created_at',
    'updated_at',
  ],
  check: (record) => {
    const issues: FieldIssue[] = []
    const name = record.kind === 'company' ? 'company_name' : 'last_name'
    if (record[name] === null)
      issues.push({
        path: name,
        message: name === 'company_name' ? 'Give the name of the company.' : 'Give the last name.',
      })
    if (record.is_blocked && record.blocked_reason === null)
      issues.push({ path: 'blocked_reason', message: 'Say why the customer is blocked.' })
    return issues
  },
})
export type Customer = z.output<typeof customer.record>
export type CustomerCreate = z.input<typeof customer.create>
