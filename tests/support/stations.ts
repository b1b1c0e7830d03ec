import type { SearchableStation } from '../../contract/core/station-match'

/** Creates a station as search results contain it; its id is its code. */
export const station = (
  code: string,
  name: SearchableStation['name'],
  more: Partial<SearchableStation> = {},
): SearchableStation => ({
  id: code,
  code,
  iata_code: null,
  name,
  city: null,
  aliases: [],
  parent_station_id: null,
  calls: 0,
  reachable: null,
  ...more,
})
