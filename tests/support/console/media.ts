/** A window on which the test sets the matching media queries. Import it before any module that reads them. */
const holding = new Set<string>()
const asked = new Map<string, EventTarget>()

const listFor = (query: string) => {
  const target = asked.get(query) ?? new EventTarget()
  asked.set(query, target)
  return Object.defineProperties(target, {
    matches: { get: () => holding.has(query), configurable: true },
    media: { value: query, configurable: true },
  })
}

window.matchMedia = (query) => listFor(query) as MediaQueryList

export const DARK_SYSTEM = '(prefers-color-scheme: dark)'
export const LITTLE_MOTION = '(prefers-reduced-motion: reduce)'

/** Sets whether a query matches, and notifies its listeners. */
export function setMedia(query: string, holds: boolean): void {
  if (holds) holding.add(query)
  else holding.delete(query)
  asked.get(query)?.dispatchEvent(new Event('change'))
}
