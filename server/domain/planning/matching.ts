import type { Steps } from './steps'

const NONE = -1

/**
 * Returns a maximum matching of a bipartite graph (algorithm of Hopcroft and Karp).
 * @param edges the possible right nodes of each left node; the first are tried first
 * @returns the right node of each left node; -1 = none
 */
export function* largestMatching(edges: readonly (readonly number[])[], rightCount: number): Steps<number[]> {
  const rightOf: number[] = edges.map(() => NONE)
  const leftOf = Array.from({ length: rightCount }, () => NONE)
  for (const [left, rights] of edges.entries()) {
    const free = rights.find((right) => leftOf[right] === NONE)
    if (free !== undefined) pair(rightOf, leftOf, left, free)
    yield
  }
  for (;;) {
    const depth = yield* depths(edges, rightOf, leftOf)
    if (depth === null) return rightOf
    const next = edges.map(() => 0)
    for (const left of edges.keys()) {
      if (rightOf[left] === NONE) augment(edges, rightOf, leftOf, depth, next, left)
      yield
    }
  }
}

function pair(rightOf: number[], leftOf: number[], left: number, right: number): void {
  rightOf[left] = right
  leftOf[right] = left
}

/** Depth of each left node from the unmatched ones along alternating paths; null = there is no augmenting path. */
function* depths(edges: readonly (readonly number[])[], rightOf: number[], leftOf: number[]): Steps<number[] | null> {
  const depth: number[] = edges.map((_, left) => (rightOf[left] === NONE ? 0 : NONE))
  const queue = [...edges.keys()].filter((left) => rightOf[left] === NONE)
  let endsFree = false
  for (const left of queue) {
    for (const right of edges[left] ?? []) {
      const owner = leftOf[right] ?? NONE
      if (owner === NONE) endsFree = true
      else if (depth[owner] === NONE) {
        depth[owner] = (depth[left] ?? 0) + 1
        queue.push(owner)
      }
    }
    yield
  }
  return endsFree ? depth : null
}

/** Follows one shortest augmenting path from an unmatched left node and swaps the pairs along it. */
function augment(
  edges: readonly (readonly number[])[],
  rightOf: number[],
  leftOf: number[],
  depth: number[],
  next: number[],
  start: number,
): void {
  const path = [start]
  const taken: number[] = []
  while (path.length > 0) {
    const left = path.at(-1) ?? start
    const rights = edges[left] ?? []
    const at = next[left] ?? 0
    if (at >= rights.length) {
      depth[left] = NONE
      path.pop()
      taken.pop()
      continue
    }
    next[left] = at + 1
    const right = rights[at] ?? 0
    const owner = leftOf[right] ?? NONE
    if (owner !== NONE && depth[owner] !== (depth[left] ?? 0) + 1) continue
    taken.push(right)
    if (owner !== NONE) {
      path.push(owner)
      continue
    }
    for (const [index, one] of path.entries()) pair(rightOf, leftOf, one, taken[index] ?? right)
    return
  }
}
