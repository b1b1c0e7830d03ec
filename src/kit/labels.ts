import type { Format } from '../ui/useFormat'

type Translate = Format['t']

/** Returns the key of a field's label: `stops.2.station_id` → `resources.routes.fields.stops_station_id`. */
export function labelKey(resource: string, path: string): string {
  const steps = path.split('.').filter((step) => !/^\d+$/.test(step))
  return `resources.${resource}.fields.${steps.join('_')}`
}

export function labelOf(t: Translate, resource: string, path: string): string {
  return t(labelKey(resource, path), { _: path })
}

export const hintKey = (resource: string, source: string) => `app.hint.${resource}.${source}`

/** Returns the name of a resource, in the plural or for `count` records. */
export function resourceName(t: Translate, resource: string, count = 2): string {
  return t(`resources.${resource}.name`, { smart_count: count, _: resource })
}

/** Returns the name of a resource as it is written within a sentence. */
export function resourceNoun(t: Translate, resource: string, count: number): string {
  return t(`resources.${resource}.forcedCaseName`, { smart_count: count, _: resource })
}
