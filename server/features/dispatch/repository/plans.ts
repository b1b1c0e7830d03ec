import { sql } from 'kysely'
import { PLAN_APPLY_MAX_JOURNEYS } from '../../../../contract/core/limits/dispatch'
import type { Reader, Tx } from '../../../db/transaction'

export interface AppliedAssignment {
  journey_id: string
  applied_at: string
  vehicle_id_before: string | null
  driver_id_before: string | null
  version: number
}

/** Returns the assigned vehicle and driver of a journey. */
export const assignedTo = (reader: Reader, journeyId: string) =>
  reader
    .selectFrom('journeys')
    .select(['vehicle_id as vehicle_id_before', 'driver_id as driver_id_before'])
    .where('id', '=', journeyId)
    .executeTakeFirst()

/** Records an assignment that a plan has made. */
export async function writeAssignment(tx: Tx, planId: string, one: AppliedAssignment): Promise<void> {
  await sql`
    insert into plan_assignments (plan_id, journey_id, applied_at, vehicle_id_before, driver_id_before, version)
    values (${planId}, ${one.journey_id}, ${one.applied_at}, ${one.vehicle_id_before}, ${one.driver_id_before}, ${one.version})
    on conflict (plan_id, journey_id) do update set version = excluded.version, undone_at = null`.execute(tx)
}

/** Locks the assignments of a plan that are not undone, latest first. @returns those for one call, and the count of all */
export async function lockApplied(tx: Tx, planId: string): Promise<{ share: AppliedAssignment[]; count: number }> {
  const { rows } = await sql<AppliedAssignment>`
    select journey_id, applied_at, vehicle_id_before, driver_id_before, version from plan_assignments
    where plan_id = ${planId} and undone_at is null order by position desc for update`.execute(tx)
  return { share: rows.slice(0, PLAN_APPLY_MAX_JOURNEYS), count: rows.length }
}

export async function isKnown(reader: Reader, planId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from plan_assignments where plan_id = ${planId} limit 1`.execute(reader)
  return rows.length > 0
}

/** Marks assignments that an undo has processed, successfully or not. */
export async function markUndone(tx: Tx, planId: string, journeyIds: readonly string[], at: string): Promise<void> {
  await sql`
    update plan_assignments set undone_at = ${at}
    where plan_id = ${planId} and journey_id = any(${[...journeyIds]}::uuid[])`.execute(tx)
}

/** Deletes assignments that are too old to undo. */
export async function sweepPlans(reader: Reader, before: Date): Promise<void> {
  await sql`delete from plan_assignments where applied_at < ${before.toISOString()}`.execute(reader)
}
