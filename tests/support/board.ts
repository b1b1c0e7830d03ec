import type { BoardJob, BoardRow } from '../../contract/operations/board'

/** Returns an instant on the day that the test board shows. */
export const at = (clock: string) => `2030-05-20T${clock}:00Z`

/** Creates a journey on the board that has not begun. */
export const job = (id: string, from: string, to: string, more: Partial<BoardJob> = {}): BoardJob => ({
  source: 'journey',
  id,
  version: 1,
  label: id,
  starts_at: at(from),
  ends_at: at(to),
  timezone: 'UTC',
  delay_min: 0,
  status: 'scheduled',
  vehicle_type_id: 'coach',
  origin: 'A',
  destination: 'B',
  stops: 2,
  seats_taken: 10,
  capacity: 50,
  vehicle_id: null,
  driver_id: null,
  co_driver_id: null,
  ...more,
})
/** Creates a board row for a suitable vehicle. */
export const row = (id: string, more: Partial<BoardRow> = {}): BoardRow => ({
  id,
  label: id,
  detail: '',
  is_active: true,
  vehicle_type_id: 'coach',
  seats: 50,
  turnaround_min: 15,
  phone: null,
  licence_categories: ['D'],
  papers_end_on: null,
  ...more,
})
