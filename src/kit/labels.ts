import type { Format } from '../ui/useFormat'

type Translate = Format['t']

/** Key of a field's label; `stops.2.station_id` → `resources.routes.fields.stops_station_id`. */
export function labelKey(resource: string, path: string): string {
  const steps = path.split('.').filter((step) => !/^\d+$/.test(step))
  return `resources.${resource}.fields.${steps.join('_')}`
}

export function labelOf(t: Translate, resource: string, path: string): string {
  return t(labelKey(resource, path), { _: path })
}

export const hintKey = (resource: string, source: string) => `app.hint.${resource}.${source}`

/** Name of a resource: of many, or of `count` of them. */
export function resourceName(t: Translate, resource: string, count = 2): string {
  return t(`resources.${resource}.name`, { smart_count: count, _: resource })
}

/** The same in the middle of a sentence. */
export function resourceNoun(t: Translate, resource: string, count: number): string {
  return t(`resources.${resource}.forcedCaseName`, { smart_count: count, _: resource })
}
