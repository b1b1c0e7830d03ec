/** Where a list shows what a filter finds. */
export function listLink(resource: string, filter: object): string {
  // The outbox is no list of the builder and says in its address what it shows.
  if (resource === 'mails' && 'status' in filter) return `/mails?status=${String(filter.status)}`
  // Nor is the page of the tills.
  if (resource === 'tills' && 'open_since_lt' in filter)
    return `/tills?${new URLSearchParams({ open_before: String(filter.open_since_lt) }).toString()}`
  const query = { filter: JSON.stringify(filter), page: '1', displayedFilters: '{}' }
  return `/${resource}?${new URLSearchParams(query).toString()}`
}
