import type { FastifyInstance } from 'fastify'
import { getNetworkMap, listMovingJourneys, type NetworkMap } from '../../../contract/operations/network-map'
import type { Db } from '../../db/database'
import { utcText } from '../../domain/timetable/service-time'
import { serve } from '../../http/serve'
import { readMoving, readNetwork } from './repository'

/** The network and what moves on it. */
export function networkMapRoutes(app: FastifyInstance, { db, tiles }: { db: Db; tiles: NetworkMap['tiles'] }): void {
  serve(app, getNetworkMap, async (): Promise<NetworkMap> => ({ tiles, ...(await readNetwork(db)) }))
  serve(app, listMovingJourneys, ({ context }) => readMoving(db, utcText(context.now().getTime())))
}
