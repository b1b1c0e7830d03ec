/** Counts the endpoints that this process sends to concurrently, at most `max` for each partner. */
export function createPartnerSlots(max: number) {
  const taken = new Map<string, number>()
  const waiting = new Map<string, Set<string>>()

  /** Takes a slot. @returns false when the partner has no free slot; the endpoint then waits to be returned by `release` */
  function take(partnerId: string, endpointId: string): boolean {
    const count = taken.get(partnerId) ?? 0
    if (count >= max) {
      waiting.set(partnerId, (waiting.get(partnerId) ?? new Set()).add(endpointId))
      return false
    }
    taken.set(partnerId, count + 1)
    return true
  }

  /** Releases a slot. @returns the endpoint of the partner that has waited longest */
  function release(partnerId: string): string | undefined {
    const count = (taken.get(partnerId) ?? 0) - 1
    if (count > 0) taken.set(partnerId, count)
    else taken.delete(partnerId)
    const queue = waiting.get(partnerId)
    const [next] = queue ?? []
    if (next !== undefined) queue?.delete(next)
    if (queue?.size === 0) waiting.delete(partnerId)
    return next
  }

  return { take, release }
}
