import { useQueryClient } from '@tanstack/react-query'

/** What a step of dispatch may change beside the record itself; trials of the step are not asked again. */
const TOUCHED = new Set([
  'journeys',
  'reservations',
  'vehicles',
  'staff',
  'vehicle-downtimes',
  'staff-absences',
  'audit-events',
])

/** Reads again what dispatch may have changed, wherever it is in sight. */
export function useReread(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: ({ queryKey }) => TOUCHED.has(String(queryKey[0])) })
}
