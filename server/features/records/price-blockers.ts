import type { BlockedBy } from '../../crud/store-options'

/** Returns how fares that reference a record are found and named: by route and by stations where they have any. */
export const fareBlocker = (column: `${string}_id`): BlockedBy => ({
  resource: 'fares',
  table: `fares join routes on routes.id = fares.route_id
    left join stations origins on origins.id = fares.origin_station_id
    left join stations destinations on destinations.id = fares.destination_station_id`,
  id: 'fares.id',
  column: `fares.${column}`,
  label: "routes.code || coalesce(': ' || origins.code || ' → ' || destinations.code, '')",
})

/** Returns how tariffs of private hire that reference a record are found and named: by vehicle type and zones. */
export const tariffBlocker = (column: `${string}_id`): BlockedBy => ({
  resource: 'hire-tariffs',
  table: 'hire_tariffs join vehicle_types on vehicle_types.id = hire_tariffs.vehicle_type_id',
  id: 'hire_tariffs.id',
  column: `hire_tariffs.${column}`,
  label: "vehicle_types.code || coalesce(': ' || nullif(concat_ws(' → ', from_zone, to_zone), ''), '')",
})
