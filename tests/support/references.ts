/** Returns the document with each reference replaced by its target. */
export function withoutReferences(document: object): unknown {
  const whole = JSON.parse(JSON.stringify(document)) as unknown
  const at = (reference: string): unknown =>
    reference
      .slice(2)
      .split('/')
      .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], whole)
  const resolve = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(resolve)
    if (part === null || typeof part !== 'object') return part
    if ('$ref' in part && typeof part.$ref === 'string') return resolve(at(part.$ref))
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, resolve(value)]))
  }
  return resolve(whole)
}
