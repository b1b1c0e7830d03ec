import { UNDO_LIFE_H } from '../../../contract/core/limits/tasks'
import { changesByForm } from '../../../contract/core/ownership'
import { RESTORABLE_RESOURCES } from '../../../contract/core/vocabulary'
import { sentence } from '../../../contract/core/sentence'
import type { Store } from '../../crud/store'
import type { Row, Values } from '../../crud/store-options'
import { same } from '../../kernel/audit'
import type { Tx } from '../../db/transaction'
import { admit } from '../../http/admit'
import type { Context } from '../../kernel/context'
import { checkInput } from '../../http/check-input'
import { Refusal, invalid } from '../../http/refusal'
import type { AuditEntry } from './repository/audit-entries'

const HOUR_MS = 3_600_000

const sinceThen = () =>
  new Refusal(
    'invalid_state',
    sentence`The record has been changed since, so this cannot be undone. Open the record and change it there.`,
  )

/**
 * Undoes an audit entry, unless the record changed since.
 * @returns the present record, or null where its creation was undone. @throws Refusal
 */
export async function takeBack(
  tx: Tx,
  store: Store,
  id: string,
  entry: AuditEntry,
  context: Context,
): Promise<Row | null> {
  const { resource } = store.entity
  if (context.now().getTime() - Date.parse(entry.at) > UNDO_LIFE_H * HOUR_MS)
    throw new Refusal(
      'invalid_state',
      sentence`The change was made more than ${UNDO_LIFE_H} hours ago and can no longer be undone. Change the record instead.`,
    )
  const verb = entry.action.split('.').at(-1) ?? ''
  switch (verb) {
    case 'created': {
      admit(context.actor, 'delete', resource)
      const current = await store.getIn(tx, id)
      if (current.version !== 1) throw sinceThen()
      await store.removeIn(tx, id, null, context)
      return null
    }
    case 'updated':
      admit(context.actor, 'edit', resource)
      return store.updateIn(tx, id, null, earlierValues(store, await store.getIn(tx, id), entry), context)
    case 'deleted':
      admit(context.actor, 'create', resource)
      return store.createIn(tx, lastValues(store, entry), context, id)
    default:
      return takeStepBack(tx, store, id, verb, entry, context)
  }
}

/** Undoes a transition, where its resource has an inverse. */
async function takeStepBack(
  tx: Tx,
  store: Store,
  id: string,
  verb: string,
  entry: AuditEntry,
  context: Context,
): Promise<Row> {
  const inverse = store.inverses[verb]
  if (!inverse)
    throw new Refusal(
      'invalid_state',
      sentence`This step cannot be undone here. Open the record and use its next step.`,
    )
  admit(context.actor, inverse.action, store.entity.resource)
  return store.actIn(tx, id, null, context, (_, current) => inverse.run(tx, current, entry.changes, context))
}

/** Returns the previous values of fields. @throws Refusal where one of them changed again */
function earlierValues(store: Store, current: Row, { changes }: AuditEntry): Values {
  const own = changes.filter(({ field }) => field in store.entity.writable && changesByForm(store.entity.setBy[field]))
  if (own.length === 0) throw new Refusal('invalid_state', sentence`This change has nothing that can be undone.`)
  if (own.some((change) => !same(current[change.field], change.new))) throw sinceThen()
  return parsed(store.entity.update, Object.fromEntries(own.map((change) => [change.field, change.old])))
}

function lastValues(store: Store, { changes }: AuditEntry): Values {
  const { resource, writable, create } = store.entity
  if (!RESTORABLE_RESOURCES.includes(resource))
    throw new Refusal(
      'invalid_state',
      sentence`Other data was deleted with this record, so it cannot be restored. Create it again.`,
    )
  const known = changes.filter(({ field }) => field in writable)
  return parsed(create, Object.fromEntries(known.map((change) => [change.field, change.old])))
}

function parsed(schema: Store['entity']['update'], values: Values): Values {
  const { data, issues } = checkInput(schema, values)
  if (issues === undefined) return data
  throw invalid(issues)
}
