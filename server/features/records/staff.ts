import { sentence } from '../../../contract/core/sentence'
import { shift } from '../../../contract/entities/shift'
import { staff, type Staff } from '../../../contract/entities/staff'
import { staffAbsence, type StaffAbsence } from '../../../contract/entities/staff-absence'
import type { StoreOptions, Write } from '../../crud/store-options'
import { block, jobsAhead, release } from '../../kernel/allocations'
import { diff } from '../../kernel/audit'
import type { Tx } from '../../db/transaction'
import { unlawfulJobsOf } from '../../kernel/unlawful'
import { wrongState } from '../../http/refusal'

export const staffStore: StoreOptions = {
  entity: staff,
  table: 'staff',
  label: (row) => `${String(row['first_name'])} ${String(row['last_name'])}`,
  withoutColumn: ['unlawful_jobs'],
  afterReadOne: async (reader, row) => {
    row['unlawful_jobs'] = await unlawfulJobsOf(reader, 'staff', row.id)
  },
  beforeWrite: async (tx, write) => {
    await refuseJobsAhead(tx, write)
    return {}
  },
  blockedBy: [
    { resource: 'journeys', table: 'journeys', column: 'driver_id', label: 'code' },
    { resource: 'journeys', table: 'journeys', column: 'co_driver_id', label: 'code' },
    { resource: 'staff-absences', table: 'staff_absences', column: 'staff_id', label: 'kind' },
    { resource: 'shifts', table: 'shifts', column: 'staff_id', label: 'starts_at::date::text' },
  ],
}

/** Firmly planned jobs must be reassigned before a staff member becomes inactive. */
async function refuseJobsAhead(tx: Tx, { current, next, context }: Write): Promise<void> {
  const { status, first_name, last_name } = next as Staff
  if (!current || status === 'active' || status === current['status']) return
  const blockers = await jobsAhead(tx, 'staff', current.id, context.now())
  if (!blockers) return
  const count = blockers.reduce((sum, blocker) => sum + blocker.count, 0)
  const first = blockers[0]?.examples[0]?.label ?? ''
  const jobs = count === 1 ? sentence`1 job` : sentence`${count} jobs`
  const message = sentence`${`${first_name} ${last_name}`} has ${jobs} ahead, the next is ${first}. Assign someone else first.`
  throw wrongState([{ path: 'status', message }], { blockers })
}

const spanLabel = (row: Record<string, unknown>): string => String(row['starts_at']).slice(0, 10)

export const staffAbsencesStore: StoreOptions = {
  entity: staffAbsence,
  table: 'staff_absences',
  label: (row) => `${String(row['kind'])} ${spanLabel(row)}`,
  afterWrite: takeAway,
  beforeDelete: (tx, row) => release(tx, 'absence', row.id),
}

export const shiftsStore: StoreOptions = {
  entity: shift,
  table: 'shifts',
  label: spanLabel,
}

/** Only an approved absence blocks assignments. */
async function takeAway(tx: Tx, id: string, { current, next }: Write): Promise<void> {
  const [changed] = current ? diff(current, next, ['starts_at', 'ends_at', 'state']) : [{ field: 'staff_id' }]
  if (!changed) return
  const { staff_id, starts_at, ends_at, state } = next as StaffAbsence
  await release(tx, 'absence', id)
  if (state !== 'approved') return
  await block(tx, {
    kind: 'staff',
    resourceId: staff_id,
    source: 'absence',
    sourceId: id,
    from: starts_at,
    to: ends_at,
    state: 'firm',
    field: changed.field,
  })
}
