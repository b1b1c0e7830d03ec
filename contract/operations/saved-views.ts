import { z } from 'zod'
import { recordBase } from '../core/entity'
import { SAVED_VIEW_FILTER_MAX_CHARS, LIST_COLUMNS_MAX } from '../core/limits/console'
import { PAGE_MAX_ROWS } from '../core/limits/requests'
import { operation } from '../core/operations'
import { Id, line } from '../core/scalars'
import { LISTED_RESOURCES } from '../core/listed-resources'
import { ROLES, VIEW_AUDIENCES, type Role } from '../core/vocabulary'
import { schemaMessage } from '../core/sentence'

/* Saved views of lists, and the chosen columns of each user. */

const tag = 'views'
const Resource = z.enum(LISTED_RESOURCES)
const Columns = z
  .array(z.string().regex(/^[a-z][a-z0-9_.]{0,63}$/, schemaMessage`Must be the name of a field.`))
  .max(LIST_COLUMNS_MAX)

/** Returns whether a role may share views with others. */
export const maySeeToViews = (role: Role): boolean => role === 'admin' || role === 'manager'

const shape = {
  name: line(60),
  /** Users that see the view. */
  audience: z.enum(VIEW_AUDIENCES),
  /** Role that the view is shared with; null unless the audience is a role. */
  role: z.enum(ROLES).nullable(),
  /** Whether the list opens with this view. The own default wins over that of the role, and that over the global one. */
  is_default: z.boolean(),
  /** Filter of the list. */
  filter: z
    .record(z.string(), z.unknown())
    .refine(
      (filter) => JSON.stringify(filter).length <= SAVED_VIEW_FILTER_MAX_CHARS,
      schemaMessage`The filter is too long.`,
    ),
  sort: z.strictObject({ field: z.string().max(64), order: z.enum(['ASC', 'DESC']) }),
  /** Empty = default columns of the list. */
  columns: Columns,
  per_page: z.int().min(1).max(PAGE_MAX_ROWS),
}

export const SavedView = z.object({
  ...recordBase,
  resource: Resource,
  ...shape,
  owner_id: Id.nullable(),
  owner_name: z.string().nullable(),
})
export type SavedView = z.output<typeof SavedView>

export const SavedViewCreate = z.strictObject({
  resource: Resource,
  ...shape,
  audience: shape.audience.default('me'),
  role: shape.role.default(null),
  is_default: shape.is_default.default(false),
  columns: shape.columns.default([]),
})
export type SavedViewCreate = z.output<typeof SavedViewCreate>

export const SavedViewUpdate = z.strictObject(shape).partial()
export type SavedViewUpdate = z.output<typeof SavedViewUpdate>

const ViewParams = z.object({ id: Id })

export const listSavedViews = operation({
  id: 'listSavedViews',
  method: 'GET',
  path: '/saved-views',
  tag,
  summary: 'List the own views of a list and those shared by others',
  access: 'signed-in',
  query: z.object({ resource: Resource }),
  ok: { status: 200, description: 'The views, sorted by name.', schema: z.array(SavedView) },
  errors: ['validation'],
})

export const createSavedView = operation({
  id: 'createSavedView',
  method: 'POST',
  path: '/saved-views',
  tag,
  summary: 'Create a saved view of a filter, sort order and columns; managers may share it',
  access: 'signed-in',
  body: SavedViewCreate,
  ok: { status: 201, description: 'The view.', schema: SavedView },
  errors: ['validation', 'already_exists', 'view_not_yours'],
})

export const updateSavedView = operation({
  id: 'updateSavedView',
  method: 'PATCH',
  path: '/saved-views/:id',
  tag,
  summary: 'Update a saved view',
  access: 'signed-in',
  params: ViewParams,
  body: SavedViewUpdate,
  ok: { status: 200, description: 'The view as it is now.', schema: SavedView },
  errors: ['not_found', 'validation', 'already_exists', 'view_not_yours', 'version_mismatch', 'precondition_required'],
  ifMatch: true,
})

export const deleteSavedView = operation({
  id: 'deleteSavedView',
  method: 'DELETE',
  path: '/saved-views/:id',
  tag,
  summary: 'Delete a saved view',
  access: 'signed-in',
  params: ViewParams,
  ok: { status: 200, description: 'The deleted view.', schema: SavedView },
  errors: ['not_found', 'view_not_yours'],
})

/** Chosen columns of a user by resource; a resource without a choice is absent. */
export const ListColumns = z.partialRecord(Resource, Columns)
export type ListColumns = z.output<typeof ListColumns>

export const getListColumns = operation({
  id: 'getListColumns',
  method: 'GET',
  path: '/list-columns',
  tag,
  summary: 'List the chosen columns of the signed-in user by list',
  access: 'signed-in',
  ok: { status: 200, description: 'The columns by resource.', schema: ListColumns },
  errors: [],
})

export const saveListColumns = operation({
  id: 'saveListColumns',
  method: 'PUT',
  path: '/list-columns/:resource',
  tag,
  summary: 'Set the columns of a list; an empty array restores the default',
  access: 'signed-in',
  params: z.object({ resource: Resource }),
  body: z.strictObject({ columns: Columns }),
  ok: { status: 200, description: 'The chosen columns of all lists.', schema: ListColumns },
  errors: ['validation'],
})
