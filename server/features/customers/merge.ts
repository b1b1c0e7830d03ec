import { sentence } from '../../../contract/core/sentence'
import type { z } from 'zod'
import {
  canTakeBoth,
  mergedValues,
  type MergeChoices,
  type MergeField,
  type MergeOutcome,
  type mergeCustomers,
} from '../../../contract/operations/customer-merge'
import { customer as entity, type Customer } from '../../../contract/entities/customer'
import { MERGE_MAX_RESERVATIONS } from '../../../contract/core/limits/search'
import type { Store } from '../../crud/store'
import type { Inverse } from '../../crud/store-options'
import { audit, auditParts, diff, same } from '../../kernel/audit'
import type { Tx } from '../../db/transaction'
import type { Context } from '../../kernel/context'
import type { Expected } from '../../http/etag'
import { checkInput } from '../../http/check-input'
import { Refusal, invalid, invalidAt, wrongStateAt } from '../../http/refusal'
import { nameOf } from './name'
import { refuseBeyondCredit } from './credit'
import {
  countMoved,
  countReservations,
  lockBoth,
  lockReservations,
  moveAll,
  moveBack,
  type Moved,
} from './repository/merge'

/** A row has more columns than its record, and parsing it would refuse values that are older than a rule. */
const RECORD_FIELDS = Object.keys(entity.record.shape) as (keyof Customer)[]

type MergeRequest = z.output<NonNullable<typeof mergeCustomers.body>>

/** Field in the history of the remaining customer with the id of the merged one; undoing the merge reads it. */
const MERGED_FROM = 'merged_from_id'

/**
 * Moves all records of one customer to another, which also gets the chosen values. The merged customer stays as a pointer.
 * @param version of the remaining customer; null for any
 * @throws Refusal not_found, validation, version_mismatch, invalid_state if a merge would not be safe
 */
export function merge(
  store: Store<Customer>,
  survivorId: string,
  version: Expected,
  request: MergeRequest,
  context: Context,
): Promise<MergeOutcome> {
  return store.write(
    context,
    async (tx) => {
      const { survivor, other } = await lockPair(tx, survivorId, request)
      const values = valuesOf(survivor, other, request.choices)
      await refuseBeyondCredit(tx, survivor, other, { ...survivor, ...values })
      let moved: Moved = { reservations: [], waitingIds: [], earlierIds: [] }
      const row = await store.actIn(tx, survivorId, version, context, async () => {
        moved = await moveAll(tx, other.id, survivorId, context.now())
        return {
          action: 'merged',
          values,
          reason: nameOf(other),
          changes: [{ field: MERGED_FROM, old: null, new: other.id }],
        }
      })
      await audit(tx, context, {
        action: 'customers.merged_away',
        entity: { type: 'customers', id: other.id, label: nameOf(other) },
        changes: [{ field: 'merged_into_id', old: null, new: survivorId }],
      })
      await notifyOfReservations(tx, moved.reservations, other.id, survivorId, context)
      return { customer: row, moved: await countMoved(tx, moved) }
    },
    request.is_trial,
  )
}

async function lockPair(
  tx: Tx,
  survivorId: string,
  request: MergeRequest,
): Promise<{ survivor: Customer; other: Customer }> {
  if (request.other_id === survivorId)
    throw invalidAt('other_id', sentence`A customer cannot be merged into itself. Choose another one.`)
  await lockReservations(tx, request.other_id)
  const locked = await lockBoth(tx, [survivorId, request.other_id])
  const [survivor, other] = [locked.get(survivorId), locked.get(request.other_id)]
  if (!survivor || !other) throw new Refusal('not_found', sentence`One of the two customers no longer exists.`)
  for (const one of [survivor, other]) refuseGone(one)
  if (other.version !== request.other_version)
    throw new Refusal(
      'version_mismatch',
      sentence`${nameOf(other)} was changed and is now at version ${other.version}. Compare the two customers again.`,
      { current: Object.fromEntries(RECORD_FIELDS.map((field) => [field, other[field]])) },
    )
  if ((await countReservations(tx, other.id)) > MERGE_MAX_RESERVATIONS)
    throw wrongStateAt(
      'other_id',
      sentence`More than ${MERGE_MAX_RESERVATIONS} reservations would move. Keep that customer and merge the other one.`,
    )
  return { survivor, other }
}

function refuseGone(one: Customer): void {
  if (one.anonymised_at !== null)
    throw wrongStateAt('', sentence`The personal data of one of them was removed. It cannot be merged.`)
  if (one.merged_into_id !== null)
    throw wrongStateAt('', sentence`${nameOf(one)} was merged into another customer before. Open that one instead.`)
}

/** Returns the columns that change. @throws Refusal validation if the choices do not fit together */
function valuesOf(survivor: Customer, other: Customer, choices: MergeChoices): Partial<Customer> {
  const wrong = Object.entries(choices).filter(
    ([field, choice]) => choice === 'both' && !canTakeBoth(field as MergeField),
  )
  if (wrong.length > 0)
    throw invalid(
      wrong.map(([field]) => ({ path: `choices.${field}`, message: sentence`Choose one of the two values.` })),
    )
  const next = mergedValues(survivor, other, choices)
  const changed = Object.fromEntries(
    diff(survivor, next, Object.keys(next)).map((change) => [change.field, change.new]),
  )
  const issues = checkInput(entity.update, changed).issues ?? entity.check?.({ ...survivor, ...changed }) ?? []
  if (issues.length > 0) throw invalid(issues.map((issue) => ({ ...issue, path: `choices.${issue.path}` })))
  return changed
}

const notifyOfReservations = (tx: Tx, rows: Moved['reservations'], from: string, to: string, context: Context) =>
  auditParts(
    tx,
    context,
    rows.map(({ id, reference }) => ({
      action: 'reservations.updated',
      entity: { type: 'reservations', id, label: reference },
      changes: [{ field: 'customer_id', old: from, new: to }],
    })),
  )

/** Reverts a merge: both customers get back their records and values; later records stay with the remaining customer. */
export const unmerge: Inverse<Customer> = {
  action: 'delete',
  run: async (tx, current, changes, context) => {
    const otherId = changes.find(({ field }) => field === MERGED_FROM)?.new
    if (typeof otherId !== 'string')
      throw new Refusal('invalid_state', sentence`The history does not name the other customer.`)
    const other = (await lockBoth(tx, [current.id, otherId])).get(otherId)
    refuseGone(current)
    const own = changes.filter(({ field }) => field in entity.update.shape)
    if (own.some(({ field, new: merged }) => !same(current[field as keyof Customer], merged)))
      throw new Refusal('invalid_state', sentence`The customer has been changed since, so the merge cannot be undone.`)
    const back = other?.merged_into_id === current.id ? await moveBack(tx, otherId, current.id, context.now()) : null
    if (!other || !back)
      throw new Refusal('invalid_state', sentence`The other customer is no longer merged into this one.`)
    await audit(tx, context, {
      action: 'customers.unmerged',
      entity: { type: 'customers', id: otherId, label: nameOf(other) },
      changes: [{ field: 'merged_into_id', old: current.id, new: null }],
    })
    await notifyOfReservations(tx, back, current.id, otherId, context)
    return {
      action: 'unmerged',
      values: Object.fromEntries(own.map(({ field, old }) => [field, old])),
      reason: nameOf(other),
    }
  },
}
