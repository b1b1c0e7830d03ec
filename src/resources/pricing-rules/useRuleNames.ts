import { useGetMany } from 'react-admin'
import type { Season } from '../../../contract/entities/season'
import { useMay } from '../../providers/auth/useSession'
import { useFormat } from '../../ui/useFormat'
import { represent } from '../../kit/registry'
import type { AnyRecord } from '../../kit/resource'
import type { NamedResource, RuleDraft, SentenceContext } from './ruleSentence'

const NONE: readonly string[] = []

/** Reads the records of one resource that a rule references. */
function useNamed(resource: NamedResource, ids: readonly string[]): AnyRecord[] {
  const allowed = useMay('show', resource)
  const { data } = useGetMany<AnyRecord>(resource, { ids: [...ids] }, { enabled: allowed && ids.length > 0 })
  return (data ?? []).filter(Boolean)
}

/** Returns the context of a rule's sentence: names of referenced records, and the seasons. */
export function useRuleNames(rule: RuleDraft): { context: SentenceContext; seasons: Season[] } {
  const format = useFormat()
  const stationIds = [...new Set([...(rule.origin_station_ids ?? NONE), ...(rule.destination_station_ids ?? NONE)])]
  const known: Record<NamedResource, AnyRecord[]> = {
    routes: useNamed('routes', rule.route_ids ?? NONE),
    stations: useNamed('stations', stationIds),
    'vehicle-types': useNamed('vehicle-types', rule.vehicle_type_ids ?? NONE),
    seasons: useNamed('seasons', rule.season_ids ?? NONE),
    partners: useNamed('partners', rule.partner_ids ?? NONE),
  }
  const nameOf = (resource: NamedResource, id: string) => {
    const record = known[resource].find((each) => each.id === id)
    return record ? represent(resource, record, format.language) : '…'
  }
  return { context: { ...format, nameOf }, seasons: known.seasons as Season[] }
}
