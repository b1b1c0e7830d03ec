import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { ListColumns, SavedView, SavedViewCreate } from '../../../contract/operations/saved-views'
import type { ListedResource } from '../../../contract/core/listed-resources'
import type { Role } from '../../../contract/core/vocabulary'
import type { Reader, Tx } from '../../db/transaction'

const views = (reader: Reader) =>
  reader
    .selectFrom('saved_views as v')
    .leftJoin('users as u', 'u.id', 'v.owner_id')
    .selectAll('v')
    .select(
      sql<string | null>`coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.username)`.as(
        'owner_name',
      ),
    )

/** Returns the views of a list that a user can choose from, by name. */
export const viewsFor = (reader: Reader, userId: string, role: Role, resource: ListedResource): Promise<SavedView[]> =>
  views(reader)
    .where('v.resource', '=', resource)
    .where((eb) =>
      eb.or([
        eb('v.audience', '=', 'everyone'),
        eb('v.owner_id', '=', userId),
        eb.and([eb('v.audience', '=', 'role'), eb('v.role', '=', role)]),
      ]),
    )
    .orderBy(sql`lower(v.name)`)
    .orderBy('v.id')
    .execute()

export const getView = (reader: Reader, id: string): Promise<SavedView | undefined> =>
  views(reader).where('v.id', '=', id).executeTakeFirst()

/** Locks a view until the transaction ends. @returns undefined when it does not exist */
export const lockView = (tx: Tx, id: string) =>
  tx.selectFrom('saved_views').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

type Written = Omit<SavedViewCreate, 'resource'>

const columnsOf = ({ filter, sort, ...rest }: Written) => ({
  ...rest,
  filter: JSON.stringify(filter),
  sort: JSON.stringify(sort),
})

export async function insertView(tx: Tx, ownerId: string, { resource, ...view }: SavedViewCreate): Promise<string> {
  const id = uuidv7()
  await tx
    .insertInto('saved_views')
    .values({ id, resource, owner_id: ownerId, ...columnsOf(view) })
    .execute()
  return id
}

export const updateView = (tx: Tx, id: string, view: Written, at: Date) =>
  tx
    .updateTable('saved_views')
    .set({ ...columnsOf(view), version: sql`version + 1`, updated_at: at.toISOString() })
    .where('id', '=', id)
    .execute()

export const deleteView = (tx: Tx, id: string) => tx.deleteFrom('saved_views').where('id', '=', id).execute()

type Scope = Pick<SavedView, 'resource' | 'audience' | 'role' | 'owner_id'>

/** Clears the previous default view, because a list has one default per scope. */
export const endDefault = (tx: Tx, { resource, audience, role, owner_id }: Scope) =>
  tx
    .updateTable('saved_views')
    .set({ is_default: false, version: sql`version + 1` })
    .where('resource', '=', resource)
    .where('is_default', '=', true)
    .where((eb) =>
      audience === 'me'
        ? eb.and([eb('audience', '=', 'me'), eb('owner_id', '=', owner_id)])
        : eb.and([eb('audience', '!=', 'me'), role === null ? eb('role', 'is', null) : eb('role', '=', role)]),
    )
    .execute()

export async function columnsChosen(reader: Reader, userId: string): Promise<ListColumns> {
  const rows = await reader
    .selectFrom('list_columns')
    .select(['resource', 'columns'])
    .where('user_id', '=', userId)
    .execute()
  return Object.fromEntries(rows.map(({ resource, columns }) => [resource, columns]))
}

/** Stores the columns that a user has chosen for a list. @param columns empty deletes the choice */
export async function chooseColumns(
  reader: Reader,
  userId: string,
  resource: ListedResource,
  columns: string[],
): Promise<void> {
  if (columns.length === 0)
    await reader.deleteFrom('list_columns').where('user_id', '=', userId).where('resource', '=', resource).execute()
  else
    await reader
      .insertInto('list_columns')
      .values({ user_id: userId, resource, columns })
      .onConflict((conflict) => conflict.columns(['user_id', 'resource']).doUpdateSet({ columns }))
      .execute()
}
