import { idOf } from '../chance'
import type { RowOf } from '../rows'
import type { Away } from './roster'

export interface Downtime {
  id: string
  vehicle_id: string
  starts_at: string
  ends_at: string | null
}

export interface Absence {
  id: string
  staff_id: string
  starts_at: string
  ends_at: string
  state?: string
}

interface Taken extends Pick<RowOf<'resource_allocations'>, 'resource_kind' | 'resource_id' | 'source' | 'source_id'> {
  from: string
  to: string | null
}

/** Returns the times when vehicles and people are away, by their id, and the allocations that prevent their assignment. */
export function timesAway(
  downtimes: readonly Downtime[],
  absences: readonly Absence[],
): { away: Map<string, Away[]>; allocations: RowOf<'resource_allocations'>[] } {
  const taken: Taken[] = [
    ...downtimes.map((row) => ({
      resource_kind: 'vehicle' as const,
      resource_id: row.vehicle_id,
      source: 'downtime' as const,
      source_id: row.id,
      from: row.starts_at,
      to: row.ends_at,
    })),
    ...absences
      .filter((row) => row.state === 'approved')
      .map((row) => ({
        resource_kind: 'staff' as const,
        resource_id: row.staff_id,
        source: 'absence' as const,
        source_id: row.id,
        from: row.starts_at,
        to: row.ends_at,
      })),
  ]
  const away = new Map<string, Away[]>()
  for (const { resource_id, from, to } of taken)
    away.set(resource_id, [
      ...(away.get(resource_id) ?? []),
      { from: Date.parse(from), to: to === null ? Infinity : Date.parse(to) },
    ])
  return {
    away,
    allocations: taken.map(({ from, to, ...row }) => ({
      ...row,
      id: idOf('allocation', row.source_id),
      busy_from: from,
      busy_to: to,
      state: 'firm',
      created_at: from,
    })),
  }
}
