import { z } from 'zod'
import { customer, type Customer } from '../entities/customer'
import { operation } from '../core/operations'
import { ListQuery } from '../core/list'
import { Id } from '../core/scalars'
import { DUPLICATE_EVIDENCE } from '../core/vocabulary'

/* Duplicate customers: finding them, and merging two records into one. */

/** Fields that a merge compares and chooses from; `is_blocked` includes `blocked_reason`. */
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
/** Record that a value is taken from; `both` combines tags or notes. */
export type MergeChoice = (typeof CHOICES)[number]
export type MergeChoices = Partial<Record<MergeField, MergeChoice>>

type Values = Pick<Customer, MergeField | 'blocked_reason' | 'legal_hold_reason'>

export const canTakeBoth = (field: MergeField): field is 'tags' | 'notes' => field === 'tags' || field === 'notes'

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

/** Returns whether two records have the same value in a field. */
export const agrees = (field: MergeField, survivor: Values, other: Values): boolean =>
  JSON.stringify(survivor[field]) === JSON.stringify(other[field])

/** Returns the default choice: it loses no value, lifts no block and never adds marketing consent. */
export function suggestedChoice(field: MergeField, survivor: Values, other: Values): MergeChoice {
  if (agrees(field, survivor, other) || isEmpty(other[field])) return 'kept'
  if (isEmpty(survivor[field])) return 'other'
  if (canTakeBoth(field)) return 'both'
  if (field === 'is_blocked') return other.is_blocked ? 'other' : 'kept'
  if (field === 'consent_marketing') return other.consent_marketing ? 'kept' : 'other'
  return 'kept'
}

/** Returns the fields of the remaining customer. A legal hold on either record stays in force. */
export function mergedValues(survivor: Values, other: Values, choices: MergeChoices): Values {
  const choiceOf = (field: MergeField) => choices[field] ?? suggestedChoice(field, survivor, other)
  const chosen = MERGE_FIELDS.map((field) => [field, (choiceOf(field) === 'other' ? other : survivor)[field]] as const)
  const values = { ...survivor, ...(Object.fromEntries(chosen) as Partial<Values>) }
  return {
    ...values,
    blocked_reason: (choiceOf('is_blocked') === 'other' ? other : survivor).blocked_reason,
    legal_hold_reason: survivor.legal_hold_reason ?? other.legal_hold_reason,
    ...(choiceOf('tags') === 'both' && { tags: [...new Set([...survivor.tags, ...other.tags])] }),
    ...(choiceOf('notes') === 'both' && { notes: [survivor.notes, other.notes].filter(Boolean).join('\n\n') || null }),
  }
}

/** Fields of a customer that identify it for a user. */
export const CustomerInBrief = customer.record
  .pick({ id: true, kind: true, first_name: true, last_name: true, company_name: true, phone: true, email: true })
  .extend({ created_at: customer.record.shape.created_at, reservations: z.int().min(0) })
export type CustomerInBrief = z.output<typeof CustomerInBrief>

const Evidence = z.array(z.enum(DUPLICATE_EVIDENCE)).min(1)

/** Two customers that may be the same, the older one first. */
export const DuplicatePair = z.object({ one: CustomerInBrief, other: CustomerInBrief, evidence: Evidence })
export type DuplicatePair = z.output<typeof DuplicatePair>

export const LikelySame = z.object({ customer: CustomerInBrief, evidence: Evidence })
export type LikelySame = z.output<typeof LikelySame>

const Count = z.int().min(0)
export const MergeOutcome = z.object({
  /** The merged customer; in a dry run as it would be. */
  customer: customer.record,
  /** Number of records that move to the remaining customer. */
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
  summary: 'List pairs of customers that may be the same, the most likely first',
  access: { action: 'list', resource: 'customers' },
  /** The list has no filters; an empty one is accepted, as clients of lists send it. */
  query: ListQuery.pick({ range: true }).extend({ filter: ListQuery.shape.filter.pipe(z.strictObject({})) }),
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
  summary: 'List possible duplicates of a customer, the most likely first',
  access: { action: 'show', resource: 'customers' },
  params: CustomerParams,
  ok: { status: 200, description: 'The most likely duplicates.', schema: z.array(LikelySame) },
  errors: ['not_found'],
})

export const distinguishCustomers = operation({
  id: 'distinguishCustomers',
  method: 'POST',
  path: '/customers/:id/distinguish',
  tag,
  summary: 'Mark two similar customers as different, or remove the mark',
  access: { action: 'edit', resource: 'customers' },
  params: CustomerParams,
  body: z.strictObject({ other_id: Id, are_two: z.boolean().default(true) }),
  ok: { status: 204, description: 'The mark is saved.' },
  errors: ['not_found', 'validation'],
})

export const mergeCustomers = operation({
  id: 'mergeCustomers',
  method: 'POST',
  path: '/customers/:id/merge',
  tag,
  summary: 'Merge another customer into this one, or preview the result',
  access: { action: 'delete', resource: 'customers' },
  params: CustomerParams,
  body: z.strictObject({
    other_id: Id,
    /** Version of the other customer that the caller has read. */
    other_version: z.int().min(1),
    /** Choice for each field; the default is `suggestedChoice`. */
    choices: z.partialRecord(z.enum(MERGE_FIELDS), z.enum(CHOICES)).default({}),
    /** Dry run: returns the result without writing it. */
    is_trial: z.boolean().default(false),
  }),
  ok: { status: 200, description: 'The remaining customer, and how many records moved to it.', schema: MergeOutcome },
  errors: ['not_found', 'validation', 'invalid_state', 'credit_limit', 'version_mismatch', 'precondition_required'],
  ifMatch: true,
})
