import type { Suggestions } from '../../../../contract/operations/journeys'
import { dutiesOf, suggestDrivers, suggestVehicles } from '../../../kernel/suggestions'
import type { Reader } from '../../../db/transaction'
import { drivingIssues } from '../../../domain/journeys/driving'
import { jobOf } from './assignment'

/** Who is free and fits; for drivers also which limits the job would pass, those without any first. */
export async function suggestFor(reader: Reader, journeyId: string): Promise<Suggestions> {
  const job = await jobOf(reader, journeyId)
  const vehicles = await suggestVehicles(reader, job)
  const drivers: Suggestions['drivers'] = []
  for (const driver of await suggestDrivers(reader, job)) {
    const person = await reader
      .selectFrom('staff')
      .select(['first_name', 'last_name', 'max_daily_drive_min', 'min_rest_min'])
      .where('id', '=', driver.id)
      .executeTakeFirstOrThrow()
    const duties = await dutiesOf(reader, driver.id, job, journeyId)
    drivers.push({ ...driver, warnings: drivingIssues(person, job, duties, job.timezone) })
  }
  return { vehicles, drivers: drivers.toSorted((a, b) => a.warnings.length - b.warnings.length) }
}
