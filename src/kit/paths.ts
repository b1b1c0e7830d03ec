/** Returns the value at a path like `contract.valid_from` or `stops.2.station_id`. */
export function at(value: unknown, path: string): unknown {
  let current = value
  for (const step of path.split('.')) {
    if (typeof current !== 'object' || current === null) return undefined
    current = (current as Record<string, unknown>)[step]
  }
  return current
}

/** Whether a value is empty, so that there is nothing to show. */
export const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

export const join = (parent: string | undefined, source: string) => (parent ? `${parent}.${source}` : source)

/** Returns the path of a field of the same object: `contract.credit_limit_minor`, `currency` → `contract.currency`. */
export function sibling(path: string, source: string): string {
  const parent = path.split('.').slice(0, -1).join('.')
  return join(parent, source)
}
