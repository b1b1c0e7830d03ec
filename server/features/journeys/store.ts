import { journey, type Journey } from '../../../contract/entities/journey'
import type { StoreOptions } from '../../crud/store-options'
import { nameOperators } from '../../kernel/operators'
import { unlawfulJourney } from '../../kernel/unlawful'
import { availabilityStatus } from '../../domain/availability/availability-status'
import { JOURNEY_TRANSITIONS } from '../../domain/journeys/transitions'
import { addCallsAndLegs, callsAt } from './repository/calls'
import { missesNext } from './repository/clashes'
import { breaksConnections } from './repository/connections'
import { isShort } from './repository/fit'
import { prepareChange, storeChange } from './steps/change'
import { createJourney, storeNew } from './steps/create'
import { deleteJourney } from './steps/progress'

export const journeysStore: StoreOptions<Journey> = {
  entity: journey,
  table: 'journeys',
  label: (row) => String(row['code']),
  withoutColumn: ['availability_status', 'operated_by', 'calls', 'legs'],
  blockedBy: [
    {
      resource: 'allotments',
      table: 'allotments join partners on partners.id = allotments.partner_id',
      id: 'allotments.id',
      column: 'journey_id',
      label: 'partners.code',
    },
  ],
  filters: {
    station_id: callsAt,
    misses_next: missesNext,
    is_short: isShort,
    is_unlawful: unlawfulJourney,
    breaks_connections: breaksConnections,
  },
  afterRead: async (reader, rows) => {
    await nameOperators(reader, rows)
    for (const row of rows) row['availability_status'] = availabilityStatus(row)
  },
  afterReadOne: addCallsAndLegs,
  transitions: JOURNEY_TRANSITIONS,
  beforeWrite: (tx, write) => (write.current ? prepareChange(tx, write, write.current) : createJourney(tx, write)),
  afterWrite: (tx, id, write) => (write.current ? storeChange(tx, id, write, write.current) : storeNew(tx, id)),
  beforeDelete: deleteJourney,
}
