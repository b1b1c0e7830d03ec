/** Where a list shows what a filter finds. */
export function listLink(resource: string, filter: object): string {
  const query = { filter: JSON.stringify(filter), page: '1', displayedFilters: '{}' }
  return `/${resource}?${new URLSearchParams(query).toString()}`
}
