import type { FieldIssue } from '../../../contract/core/entity'
import { ENTITIES } from '../../../contract/entities'
import {
  maySeeToViews,
  type SavedView,
  type SavedViewCreate,
  type SavedViewUpdate,
} from '../../../contract/operations/saved-views'
import type { Resource } from '../../../contract/core/vocabulary'
import { sentence } from '../../../contract/core/sentence'
import { refusalOf } from '../../crud/sql-refusals'
import { audit, diff } from '../../kernel/audit'
import type { Db } from '../../db/database'
import type { Tx } from '../../db/transaction'
import { admit, roleOf } from '../../http/admit'
import type { Context } from '../../kernel/context'
import { isExpected, type Expected } from '../../http/etag'
import { checkInput } from '../../http/check-input'
import { Refusal, invalid } from '../../http/refusal'
import { changeOnce } from '../../http/idempotency'
import * as views from './repository'

const WRITTEN = ['name', 'audience', 'role', 'is_default', 'filter', 'sort', 'columns', 'per_page'] as const

/** Creates the service for saved list views. */
export function createSavedViewService(db: Db) {
  const create = (input: SavedViewCreate, context: Context): Promise<SavedView> =>
    written(context, async (tx) => {
      const ownerId = callerOf(context)
      check(input, context)
      if (input.is_default) await views.endDefault(tx, { ...input, owner_id: ownerId })
      const view = await found(tx, await views.insertView(tx, ownerId, input))
      await recordChange(tx, 'created', view, diff({}, view, WRITTEN), context)
      return view
    })

  /** @param version expected current version; null for any */
  const update = (id: string, version: Expected, input: SavedViewUpdate, context: Context): Promise<SavedView> =>
    written(context, async (tx) => {
      const current = await held(tx, id, context)
      if (!isExpected(version, current.version))
        throw new Refusal(
          'version_mismatch',
          sentence`Someone else changed this view. Compare both versions, then repeat the change.`,
          {
            current,
          },
        )
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
      const next: SavedView = { ...current, ...given }
      check(next, context)
      if (next.is_default) await views.endDefault(tx, next)
      const { name, audience, role, is_default, filter, sort, columns, per_page } = next
      await views.updateView(
        tx,
        id,
        { name, audience, role, is_default, filter, sort, columns, per_page },
        context.now(),
      )
      const view = await found(tx, id)
      await recordChange(tx, 'updated', view, diff(current, view, WRITTEN), context)
      return view
    })

  const remove = (id: string, context: Context): Promise<SavedView> =>
    written(context, async (tx) => {
      const current = await held(tx, id, context)
      await views.deleteView(tx, id)
      await recordChange(tx, 'deleted', current, [], context)
      return current
    })

  /** Translates unique violations on a view's name or default into errors. */
  async function written<T>(context: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await changeOnce(db, context, work)
    } catch (error) {
      if ((error as { code?: string }).code === '23505')
        throw new Refusal('already_exists', sentence`There is already a view with this name. Choose another.`, {
          errors: [
            { pointer: '/name', code: 'already_exists', detail: sentence`There is already a view with this name.` },
          ],
        })
      throw refusalOf(error, 'saved_views') ?? error
    }
  }

  return { create, update, remove }
}

/** Checks a view. @throws Refusal validation on filter, sort or role; view_not_yours for sharing without permission */
function check(view: SavedViewCreate | SavedView, { actor }: Context): void {
  const { resource, filter, sort, audience, role, columns } = view
  admit(actor, 'list', resource)
  const entity = ENTITIES[resource]
  const issues: FieldIssue[] = (checkInput(entity.filter, filter).issues ?? []).map(({ path, message }) => ({
    path: `filter.${path}`,
    message,
  }))
  issues.push(...unknownColumns(resource, columns))
  const sortable: readonly string[] = entity.sortable
  if (!sortable.includes(sort.field))
    issues.push({ path: 'sort.field', message: sentence`Lists do not sort by this field.` })
  if ((audience === 'role') !== (role !== null))
    issues.push({
      path: 'role',
      message:
        audience === 'role'
          ? sentence`Choose the role.`
          : sentence`Only a view that is shared with a role has a role. Leave it empty.`,
    })
  if (issues.length > 0) throw invalid(issues)
  if (audience !== 'me' && !maySeeToViews(roleOf(actor)))
    throw new Refusal('view_not_yours', sentence`Only managers and administrators can share views. Make it private.`)
}

/** Returns an issue for each column that is not a field of the list. */
export const unknownColumns = (resource: Resource, columns: readonly string[]): FieldIssue[] =>
  columns
    .filter((column) => !Object.hasOwn(ENTITIES[resource].record.shape, column.split('.')[0] ?? ''))
    .map((column) => ({ path: 'columns', message: sentence`There is no field "${column}".` }))

/** Locks and returns a view that the caller may change. @throws Refusal not_found, view_not_yours */
async function held(tx: Tx, id: string, context: Context): Promise<SavedView> {
  await views.lockView(tx, id)
  const view = await found(tx, id)
  if (view.owner_id === callerOf(context)) return view
  // Private views of other users are reported as not found.
  if (view.audience === 'me') throw GONE()
  if (!maySeeToViews(roleOf(context.actor)))
    throw new Refusal('view_not_yours', sentence`Another user shares this view. Save your own under another name.`)
  return view
}

const GONE = () => new Refusal('not_found', sentence`This view no longer exists.`)

async function found(tx: Tx, id: string): Promise<SavedView> {
  const view = await views.getView(tx, id)
  if (!view) throw GONE()
  return view
}

const recordChange = (
  tx: Tx,
  verb: 'created' | 'updated' | 'deleted',
  view: SavedView,
  changes: ReturnType<typeof diff>,
  context: Context,
) =>
  audit(tx, context, {
    action: `saved_views.${verb}`,
    entity: { type: 'saved_views', id: view.id, label: view.name, version: view.version },
    changes,
  })

function callerOf({ actor }: Context): string {
  if (actor.id === null) throw new Refusal('not_authenticated')
  return actor.id
}
