import { z } from 'zod'
import { recordBase } from '../core/entity'
import { PAGE_MAX_ROWS, SAVED_VIEW_FILTER_MAX_CHARS, LIST_COLUMNS_MAX } from '../core/limits'
import { operation } from '../core/operations'
import { Id, line } from '../core/scalars'
import { LISTED_RESOURCES } from '../core/listed-resources'
import { ROLES, VIEW_AUDIENCES, type Role } from '../core/vocabulary'

/* How people look at lists: views with a name, and the columns that each has chosen. */

const tag = 'views'
const Resource = z.enum(LISTED_RESOURCES)
const Columns = z
  .array(z.string().regex(/^[a-z][a-z0-9_.]{0,63}$/, 'Must be the name of a field.'))
  .max(LIST_COLUMNS_MAX)

/** Who may give views to others. */
export const maySeeToViews = (role: Role): boolean => role === 'admin' || role === 'manager'

const shape = {
  name: line(60),
  /** Whose list offers it. */
  audience: z.enum(VIEW_AUDIENCES),
  /** The role that it is for; null unless it is for one. */
  role: z.enum(ROLES).nullable(),
  /** The list opens with it, for whom it is. One's own comes before the role's, the role's before everybody's. */
  is_default: z.boolean(),
  /** As lists are filtered. */
  filter: z
    .record(z.string(), z.unknown())
    .refine((filter) => JSON.stringify(filter).length <= SAVED_VIEW_FILTER_MAX_CHARS, 'The filter is too long.'),
  sort: z.strictObject({ field: z.string().max(64), order: z.enum(['ASC', 'DESC']) }),
  /** Empty for those that the list shows by itself. */
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
  summary: "The caller's views of a list, and those that others share",
  access: 'signed-in',
  query: z.object({ resource: Resource }),
  ok: { status: 200, description: 'By name.', schema: z.array(SavedView) },
  errors: ['validation'],
})

export const createSavedView = operation({
  id: 'createSavedView',
  method: 'POST',
  path: '/saved-views',
  tag,
  summary: 'Give a filter with its order and columns a name; managers may share it',
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
  summary: 'Change a view',
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
  summary: 'Forget a view',
  access: 'signed-in',
  params: ViewParams,
  ok: { status: 200, description: 'The view that was forgotten.', schema: SavedView },
  errors: ['not_found', 'view_not_yours'],
})

/** The columns that a person has chosen, by resource; absent where none were. */
export const ListColumns = z.partialRecord(Resource, Columns)
export type ListColumns = z.output<typeof ListColumns>

export const getListColumns = operation({
  id: 'getListColumns',
  method: 'GET',
  path: '/list-columns',
  tag,
  summary: 'The columns that the caller has chosen in each list',
  access: 'signed-in',
  ok: { status: 200, description: 'By resource.', schema: ListColumns },
  errors: [],
})

export const saveListColumns = operation({
  id: 'saveListColumns',
  method: 'PUT',
  path: '/list-columns/:resource',
  tag,
  summary: 'Choose the columns of a list; none to leave them to the list',
  access: 'signed-in',
  params: z.object({ resource: Resource }),
  body: z.strictObject({ columns: Columns }),
  ok: { status: 200, description: 'All choices of the caller.', schema: ListColumns },
  errors: ['validation'],
})
