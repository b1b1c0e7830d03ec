import type { LogSummary } from '../../../contract/partner/logs'

export type Bucket = LogSummary['points'][number]

const HOUR_MS = 3_600_000
const WIDTH_MS = { hour: HOUR_MS, day: 24 * HOUR_MS } as const

/** Returns all hours or days of the last `hours` hours, the oldest first, including those without calls. */
export function bucketsOf({ bucket, points }: LogSummary, hours: number, now: number): Bucket[] {
  const width = WIDTH_MS[bucket]
  const known = new Map(points.map((point) => [Date.parse(point.at), point]))
  const first = Math.floor((now - hours * HOUR_MS) / width) * width
  const buckets: Bucket[] = []
  for (let at = first; at <= now; at += width)
    buckets.push(
      known.get(at) ?? { at: new Date(at).toISOString(), calls: 0, refused: 0, failed: 0, p50_ms: 0, p95_ms: 0 },
    )
  return buckets
}
