import { getNetworkMap, listMovingJourneys, type NetworkMap } from '../../../contract/operations/network-map'
import type { Db } from '../../db/database'
import { utcText } from '../../domain/timetable/service-time'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'
import { readMoving, readNetwork } from './repository'

export const networkMapFeature: Feature<{ db: Db; tiles: NetworkMap['tiles'] }> = {
  routes: (app, { db, tiles }) => {
    serve(app, getNetworkMap, async (): Promise<NetworkMap> => ({ tiles, ...(await readNetwork(db)) }))
    serve(app, listMovingJourneys, ({ context }) => readMoving(db, utcText(context.now().getTime())))
  },
}
