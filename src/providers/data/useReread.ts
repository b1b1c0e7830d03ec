import { useQueryClient } from '@tanstack/react-query'

/** Resources that a step of dispatch may change; queries of dry runs are not among them. */
const TOUCHED = new Set([
  'journeys',
  'reservations',
  'vehicles',
  'staff',
  'vehicle-downtimes',
  'staff-absences',
  'audit-events',
])

/** Returns a function that reloads everything displayed that dispatch may have changed. */
export function useReread(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: ({ queryKey }) => TOUCHED.has(String(queryKey[0])) })
}
