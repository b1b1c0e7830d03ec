import { STATIONS_FOUND_MAX } from '../../../contract/core/limits/search'
import { searchStations, type FoundStation } from '../../../contract/operations/stations'
import type { Db } from '../../db/database'
import { utcText } from '../../domain/timetable/service-time'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'
import { amongOf, changesFrom, findStations, firstStations, reachFrom, type StationRow } from './repository'

export const stationFeature: Feature<{ db: Db }> = {
  routes: (app, { db }) => {
    serve(app, searchStations, async ({ query: { q, from, platforms, status }, context }) => {
      const now = utcText(context.now().getTime())
      const reach = from === undefined ? null : await reachFrom(db, from, now)
      const isListed = q.trim() === ''
      // Stations listed without a search text are reachable without a change.
      const changed = reach === null || isListed ? new Map<string, number>() : await changesFrom(db, reach, now)
      const changesTo = (id: string) => (reach?.fares.has(id) ? 0 : (changed.get(id) ?? null))
      const search = {
        language: context.language,
        platforms,
        among: amongOf(status, reach, isListed),
        ...(reach && { reaches: (id: string) => changesTo(id) !== null }),
      }
      const answer = (row: StationRow, match: FoundStation['match']): FoundStation => ({
        id: row.id,
        code: row.code,
        name: row.name,
        city: row.city,
        status: row.status,
        parent_station_id: row.parent_station_id,
        match,
        reachable: reach && changesTo(row.id) !== null,
        changes: changesTo(row.id),
        fare_from: reach?.fares.get(row.id) ?? null,
      })
      if (isListed) return (await firstStations(db, search, STATIONS_FOUND_MAX)).map((row) => answer(row, null))
      const ranked = await findStations(db, { ...search, text: q })
      return ranked.slice(0, STATIONS_FOUND_MAX).map(({ station, match }) => answer(station, match))
    })
  },
}
