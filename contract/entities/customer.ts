import { z } from 'zod'
import { REASON_MAX_CHARS } from '../core/limits/texts'
import { defineEntity, type FieldIssue } from '../core/entity'
import { byForm, byServer, ownedBy } from '../core/ownership'
import { Email, Id, Instant, LanguageCode, MinorAmount, Phone, line, prose } from '../core/scalars'
import { CUSTOMER_KINDS } from '../core/vocabulary'
import { setOf } from './parts'
import { schemaMessage, sentence } from '../core/sentence'

/** A person or company that books and pays. Customers may share a phone or email address, as in families and offices. */
export const customer = defineEntity({
  resource: 'customers',
  menu: { group: 'transport', place: 6 },
  writable: {
    kind: byForm(z.enum(CUSTOMER_KINDS).default('person'), 'filter', 'sort'),
    /** Name of the person, or of the contact of the company. */
    first_name: byForm(line(100).nullable().default(null), 'filter', 'sort'),
    last_name: byForm(line(100).nullable().default(null), 'filter', 'sort'),
    company_name: byForm(line(200).nullable().default(null), 'filter', 'sort'),
    email: byForm(Email.nullable().default(null), 'filter', 'sort'),
    phone: byForm(Phone.nullable().default(null), 'filter', 'sort'),
    /** Language of messages to the customer. */
    locale: byForm(LanguageCode.default('en'), 'filter', 'sort'),
    tags: byForm(setOf(line(40), 30).default([]), 'filter'),
    notes: byForm(prose(5000).nullable().default(null)),
    tax_number: byForm(line(40).nullable().default(null), 'filter'),
    /** Credit limit on account, in minor units of the company's currency; null = no sales on account. */
    credit_limit_minor: ownedBy(
      MinorAmount.min(0, schemaMessage`A credit limit cannot be less than zero.`)
        .nullable()
        .default(null),
      { by: ['setCreditLimit'], creation: 'set_credit_limit' },
      'filter',
      'sort',
    ),
    is_blocked: ownedBy(
      z.boolean().default(false),
      { by: ['blockCustomer', 'unblockCustomer'], creation: 'form' },
      'filter',
      'sort',
    ),
    blocked_reason: ownedBy(line(REASON_MAX_CHARS).nullable().default(null), {
      by: ['blockCustomer', 'unblockCustomer'],
      creation: 'form',
    }),
    consent_marketing: byForm(z.boolean().default(false), 'filter'),
    /** Why the personal data must not be removed; null = it may be removed. */
    legal_hold_reason: ownedBy(line(REASON_MAX_CHARS).nullable().default(null), {
      by: ['setLegalHold'],
      creation: 'set_legal_hold',
    }),
  },
  computed: {
    /** The customer that this one was merged into. */
    merged_into_id: byServer(Id.nullable(), 'filter'),
    /** When the personal data was removed. */
    anonymised_at: byServer(Instant.nullable(), 'filter'),
  },
  check: (record) => {
    const issues: FieldIssue[] = []
    const name = record.kind === 'company' ? 'company_name' : 'last_name'
    if (record[name] === null)
      issues.push({
        path: name,
        message: name === 'company_name' ? sentence`Give the name of the company.` : sentence`Give the last name.`,
      })
    if (record.is_blocked && record.blocked_reason === null)
      issues.push({ path: 'blocked_reason', message: sentence`Give the reason why the customer is blocked.` })
    return issues
  },
})
export type Customer = z.output<typeof customer.record>
export type CustomerCreate = z.input<typeof customer.create>
