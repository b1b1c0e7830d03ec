import type { SavedView } from '../../../contract/operations/saved-views'

/** The parameter of a list's address that names its view. */
const VIEW_PARAM = 'view'

const RANK: readonly SavedView['audience'][] = ['me', 'role', 'everyone']

/** The view that a list opens with: one's own before the role's, the role's before everybody's. */
export const openingView = (views: readonly SavedView[]): SavedView | undefined =>
  RANK.map((audience) => views.find((view) => view.is_default && view.audience === audience)).find(Boolean)

/** The address of a list as a view shows it. */
export function searchOf({ id, filter, sort, per_page }: SavedView): string {
  return new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: sort.field,
    order: sort.order,
    page: '1',
    perPage: String(per_page),
    displayedFilters: '{}',
    [VIEW_PARAM]: id,
  }).toString()
}

/** The view that an address names. */
export const namedView = (search: string): string | null => new URLSearchParams(search).get(VIEW_PARAM)

/** Whether an address says of a list what to show. */
export function saysWhat(search: string): boolean {
  const params = new URLSearchParams(search)
  return ['filter', 'sort', 'page', 'perPage'].some((name) => params.has(name))
}
