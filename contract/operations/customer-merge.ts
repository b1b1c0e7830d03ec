import { z } from 'zod'
import { customer, type Customer } from '../entities/customer'
import { operation } from '../core/operations'
import { ListQuery } from '../core/list'
import { Id } from '../core/scalars'
import { DUPLICATE_EVIDENCE } from '../core/vocabulary'

/* Customers that are there twice: who may be the same, and what the one that stays has of both. */

/** What two records are compared by and chosen from; a block comes with its reason. */
export const MERGE_FIELDS = [
  'kind',
  'company_name',
  'first_name',
  'last_name',
  'phone',
  'email',
  'locale',
  'consent_marketing',
  'tax_number',
  'credit_limit_minor',
  'is_blocked',
  'tags',
  'notes',
] as const
export type MergeField = (typeof MERGE_FIELDS)[number]

const CHOICES = ['kept', 'other', 'both'] as const
/** Whose value stays; `both` is for tags and notes, which are put together. */
export type MergeChoice = (typeof CHOICES)[number]
export type MergeChoices = Partial<Record<MergeField, MergeChoice>>

type Values = Pick<Customer, MergeField | 'blocked_reason' | 'legal_hold_reason'>

export const canTakeBoth = (field: MergeField): field is 'tags' | 'notes' => field === 'tags' || field === 'notes'

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

/** Whether two records say the same in a field. */
export const agrees = (field: MergeField, kept: Values, other: Values): boolean =>
  JSON.stringify(kept[field]) === JSON.stringify(other[field])

/** What is taken where nobody has chosen: nothing is lost, no block is lifted, and nobody is written to who said no. */
export function suggestedChoice(field: MergeField, kept: Values, other: Values): MergeChoice {
  if (agrees(field, kept, other) || isEmpty(other[field])) return 'kept'
  if (isEmpty(kept[field])) return 'other'
  if (canTakeBoth(field)) return 'both'
  if (field === 'is_blocked') return other.is_blocked ? 'other' : 'kept'
  if (field === 'consent_marketing') return other.consent_marketing ? 'kept' : 'other'
  return 'kept'
}

/** The fields of the customer that stays. A legal hold on either holds on. */
export function mergedValues(kept: Values, other: Values, choices: MergeChoices): Values {
  const choiceOf = (field: MergeField) => choices[field] ?? suggestedChoice(field, kept, other)
  const chosen = MERGE_FIELDS.map((field) => [field, (choiceOf(field) === 'other' ? other : kept)[field]] as const)
  const values = { ...kept, ...(Object.fromEntries(chosen) as Partial<Values>) }
  return {
    ...values,
    blocked_reason: (choiceOf('is_blocked') === 'other' ? other : kept).blocked_reason,
    legal_hold_reason: kept.legal_hold_reason ?? other.legal_hold_reason,
    ...(choiceOf('tags') === 'both' && { tags: [...new Set([...kept.tags, ...other.tags])] }),
    ...(choiceOf('notes') === 'both' && { notes: [kept.notes, other.notes].filter(Boolean).join('\n\n') || null }),
  }
}

/** A customer as far as it takes to recognise one. */
export const CustomerInBrief = customer.record
  .pick({ id: true, kind: true, first_name: true, last_name: true, company_name: true, phone: true, email: true })
  .extend({ created_at: customer.record.shape.created_at, reservations: z.int().min(0) })
export type CustomerInBrief = z.output<typeof CustomerInBrief>

const Evidence = z.array(z.enum(DUPLICATE_EVIDENCE)).min(1)

/** Two customers that may be one, the older one first. */
export const DuplicatePair = z.object({ one: CustomerInBrief, other: CustomerInBrief, evidence: Evidence })
export type DuplicatePair = z.output<typeof DuplicatePair>

export const LikelySame = z.object({ customer: CustomerInBrief, evidence: Evidence })
export type LikelySame = z.output<typeof LikelySame>

const Count = z.int().min(0)
export const MergeOutcome = z.object({
  /** As it is, or as it would be. */
  customer: customer.record,
  /** What comes to the customer that stays. */
  moved: z.object({ reservations: Count, passengers: Count, waiting_entries: Count, mails: Count }),
})
export type MergeOutcome = z.output<typeof MergeOutcome>

const tag = 'customers'
const CustomerParams = z.object({ id: Id })

export const listDuplicates = operation({
  id: 'listDuplicateCustomers',
  method: 'GET',
  path: '/customers/duplicates',
  tag,
  summary: 'Pairs of customers that may be one, the surest first',
  access: { action: 'list', resource: 'customers' },
  query: ListQuery.pick({ range: true }),
  ok: {
    status: 200,
    description: 'One page; the header Content-Range has the total.',
    schema: z.array(DuplicatePair),
  },
  errors: ['malformed', 'validation'],
})

export const listLikelySame = operation({
  id: 'listLikelySameCustomers',
  method: 'GET',
  path: '/customers/:id/duplicates',
  tag,
  summary: 'Customers that may be the same as this one, the surest first',
  access: { action: 'show', resource: 'customers' },
  params: CustomerParams,
  ok: { status: 200, description: 'A few of them.', schema: z.array(LikelySame) },
  errors: ['not_found'],
})

export const distinguishCustomers = operation({
  id: 'distinguishCustomers',
  method: 'POST',
  path: '/customers/:id/distinguish',
  tag,
  summary: 'Say that two customers who look alike are two, or take that back',
  access: { action: 'edit', resource: 'customers' },
  params: CustomerParams,
  body: z.strictObject({ other_id: Id, are_two: z.boolean().default(true) }),
  ok: { status: 204, description: 'Noted.' },
  errors: ['not_found', 'validation'],
})

export const mergeCustomers = operation({
  id: 'mergeCustomers',
  method: 'POST',
  path: '/customers/:id/merge',
  tag,
  summary: 'Merge another customer into this one, or see what would come of it',
  access: { action: 'delete', resource: 'customers' },
  params: CustomerParams,
  body: z.strictObject({
    other_id: Id,
    /** The version of the other one that it was decided on. */
    other_version: z.int().min(1),
    /** Whose value stays; what is not named follows `suggestedChoice`. */
    choices: z.partialRecord(z.enum(MERGE_FIELDS), z.enum(CHOICES)).default({}),
    /** Only tells what would come of it. */
    is_trial: z.boolean().default(false),
  }),
  ok: { status: 200, description: 'The customer that stays, and what came to it.', schema: MergeOutcome },
  errors: ['not_found', 'validation', 'invalid_state', 'credit_limit', 'version_mismatch', 'precondition_required'],
  ifMatch: true,
})
