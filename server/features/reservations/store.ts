import { reservation, type Reservation } from '../../../contract/entities/reservation'
import type { StoreOptions } from '../../crud/store-options'
import { isOwed } from '../../kernel/credit'
import { nameOperators } from '../../kernel/operators'
import { unlawfulHire } from '../../kernel/unlawful'
import { RESERVATION_TRANSITIONS } from '../../domain/reservations/transitions'
import { hasMoney } from './repository/money'
import { PARTS, newParts, travelsOn } from './repository/records'
import { refuseBeyondCredit } from './steps/buyer'
import { createReservation } from './steps/create'
import { lapseWriteOff } from './steps/lapse-write-off'
import { postSale } from './steps/post-sale'
import { editReservation, followRun, refuseToDelete } from './steps/edit'

export const reservationsStore: StoreOptions<Reservation> = {
  entity: reservation,
  table: 'reservations',
  label: (row) => String(row['reference']),
  elsewhere: PARTS,
  withoutColumn: ['operated_by'],
  afterRead: nameOperators,
  alsoWrites: ['journeys', 'payments'],
  omitsCreationValues: true,
  // Lists show reservations of the test environment only on request.
  assumed: { environment: 'live' },
  blockedBy: [{ resource: 'reservations', table: 'reservations', column: 'return_of_id', label: 'reference' }],
  filters: {
    journey_id: travelsOn,
    is_owed: isOwed,
    is_unlawful: unlawfulHire,
  },
  transitions: RESERVATION_TRANSITIONS,
  beforeWrite: (tx, write) =>
    write.current ? editReservation(tx, write, write.current) : createReservation(tx, write),
  afterWrite: async (tx, _, { current, next }) => {
    if (current) await followRun(tx, current, next as Reservation)
  },
  newParts: (id, { next }) => newParts(id, next as Reservation),
  afterChange: async (tx, before, after, context) => {
    await postSale(tx, before, after, context)
    const written = await lapseWriteOff(tx, before, after, context)
    await refuseBeyondCredit(tx, before, { ...after, ...written })
    return written
  },
  beforeDelete: async (tx, row) => refuseToDelete(row, await hasMoney(tx, row.id)),
}
