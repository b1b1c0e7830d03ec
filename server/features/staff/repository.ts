import { shift } from '../../../contract/entities/shift'
import { staff } from '../../../contract/entities/staff'
import { staffAbsence, type StaffAbsence } from '../../../contract/entities/staff-absence'
import type { StoreOptions, Write } from '../../crud/store-options'
import { allocate, release } from '../../db/allocations'
import { diff } from '../../db/audit'
import type { Tx } from '../../db/transaction'

export const staffStore: StoreOptions = {
  entity: staff,
  table: 'staff',
  label: (row) => `${String(row['first_name'])} ${String(row['last_name'])}`,
  blockedBy: [
    { resource: 'journeys', table: 'journeys', column: 'driver_id', label: 'code' },
    { resource: 'journeys', table: 'journeys', column: 'co_driver_id', label: 'code' },
    { resource: 'staff-absences', table: 'staff_absences', column: 'staff_id', label: 'kind' },
    { resource: 'shifts', table: 'shifts', column: 'staff_id', label: 'starts_at::date::text' },
  ],
}

const spanLabel = (row: Record<string, unknown>): string => String(row['starts_at']).slice(0, 10)

export const staffAbsencesStore: StoreOptions = {
  entity: staffAbsence,
  table: 'staff_absences',
  label: (row) => `${String(row['kind'])} ${spanLabel(row)}`,
  stored: block,
  removing: (tx, row) => release(tx, 'absence', row.id),
}

export const shiftsStore: StoreOptions = {
  entity: shift,
  table: 'shifts',
  label: spanLabel,
}

/** Only an approved absence keeps a person from being assigned. */
async function block(tx: Tx, id: string, { current, next }: Write): Promise<void> {
  if (current && diff(current, next, ['starts_at', 'ends_at', 'state']).length === 0) return
  const { staff_id, starts_at, ends_at, state } = next as StaffAbsence
  await release(tx, 'absence', id)
  if (state !== 'approved') return
  await allocate(tx, {
    kind: 'staff',
    resourceId: staff_id,
    source: 'absence',
    sourceId: id,
    from: starts_at,
    to: ends_at,
    state: 'firm',
    field: 'staff_id',
  })
}
