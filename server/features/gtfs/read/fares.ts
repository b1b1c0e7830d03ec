import type { Archive } from './archive'
import { readRows } from './csv'
import { fareAttributesFile, fareRulesFile, type AgencyRow, type FareRuleRow, type Row } from './files'
import { Fault, type Issues } from './issues'
import { duplicate, unknown, type FeedRoute } from './network'

export interface FeedFare {
  id: string
  line: number
  /** Decimal number as written, with a point. */
  price: string
  currency: string
  /** Empty means any agency. */
  agency: string
  /** Empty means that the fare applies everywhere. */
  rules: FareRuleRow[]
}

/** Reads fare_attributes.txt with the rules of fare_rules.txt. */
export async function readFares(
  archive: Archive,
  issues: Issues,
  routes: ReadonlyMap<string, FeedRoute>,
  agencies: readonly AgencyRow[],
): Promise<FeedFare[]> {
  const fares = new Map<string, FeedFare>()
  const agencyIds = new Set(agencies.map((agency) => agency.agency_id))
  for await (const { line, row } of readRows(archive, fareAttributesFile, issues)) {
    const place = { file: fareAttributesFile.name, line }
    if (fares.has(row.fare_id)) issues.error({ ...place, field: 'fare_id' }, duplicate(row.fare_id))
    else if (row.agency_id !== '' && !agencyIds.has(row.agency_id) && issues.areWhole('agency.txt'))
      issues.error({ ...place, field: 'agency_id' }, unknown('agency', row.agency_id, 'agency.txt'))
    else fares.set(row.fare_id, toFare(row, line))
  }
  const unusable = new Set<string>()
  for await (const { line, row } of readRows(archive, fareRulesFile, issues)) {
    const place = { file: fareRulesFile.name, line }
    const fare = fares.get(row.fare_id)
    if (!fare) {
      if (issues.areWhole(fareAttributesFile.name))
        issues.error({ ...place, field: 'fare_id' }, unknown('fare', row.fare_id, 'fare_attributes.txt'))
    } else if (row.route_id !== '' && !routes.has(row.route_id) && issues.areWhole('routes.txt'))
      issues.error({ ...place, field: 'route_id' }, unknown('route', row.route_id, 'routes.txt'))
    else if (row.contains_id !== '' || (row.origin_id === '') !== (row.destination_id === '')) {
      issues.warn(place, row.contains_id === '' ? ONE_ZONE : VIA_ZONES)
      issues.leaveOut('fares', 1)
      unusable.add(row.fare_id)
    } else fare.rules.push(row)
  }
  // A fare that lost all its rules must not become one that applies everywhere.
  return [...fares.values()].filter((fare) => fare.rules.length > 0 || !unusable.has(fare.id))
}

const toFare = (row: Row<typeof fareAttributesFile>, line: number): FeedFare => ({
  id: row.fare_id,
  line,
  price: row.price,
  currency: row.currency_type,
  agency: row.agency_id,
  rules: [],
})

const VIA_ZONES = new Fault(
  'fare_via_zones',
  'The fare depends on the zones passed on the way. This rule is not imported.',
  'Enter the fares of these pairs under Routes.',
)
const ONE_ZONE = new Fault(
  'fare_one_zone',
  'The rule names only one of origin and destination zone. It is not imported.',
  'Fill in both, or enter the fares under Routes.',
)
