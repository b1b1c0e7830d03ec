/** Returns the path of the list of a resource with a filter. */
export function listLink(resource: string, filter: object): string {
  // The outbox is not a generated list and has parameters of its own.
  if (resource === 'mails' && 'status' in filter) return `/mails?status=${String(filter.status)}`
  // The page of the tills is not a generated list either.
  if (resource === 'tills' && 'open_since_lt' in filter)
    return `/tills?${new URLSearchParams({ open_before: String(filter.open_since_lt) }).toString()}`
  const query = { filter: JSON.stringify(filter), page: '1', displayedFilters: '{}' }
  return `/${resource}?${new URLSearchParams(query).toString()}`
}
