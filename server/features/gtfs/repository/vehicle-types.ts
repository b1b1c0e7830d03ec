import { uuidv7 } from 'uuidv7'
import type { Reader, Tx } from '../../../db/transaction'

export interface SeatSource {
  id: string
  code: string
  seats: number
}

/** Default vehicle type, created when there is none. */
const STAND_IN = { code: 'COACH-49', seats: 49 }

/** Returns the vehicle type with the code, or the first active one without a code; undefined when there is none. */
export async function findVehicleType(reader: Reader, code: string | null): Promise<SeatSource | undefined> {
  const all = reader.selectFrom('vehicle_types').select(['id', 'code', 'seats']).orderBy('created_at').orderBy('id')
  return (code === null ? all.where('status', '=', 'active') : all.where('code', '=', code)).limit(1).executeTakeFirst()
}

/** Returns the vehicle type COACH-49, creating it if necessary. */
export async function standInVehicleType(tx: Tx): Promise<SeatSource & { isNew: boolean }> {
  const known = await findVehicleType(tx, STAND_IN.code)
  if (known) return { ...known, isNew: false }
  const id = uuidv7()
  const name = JSON.stringify({
    en: 'Coach, 49 seats',
    ae: 'حافلة، 49 مقعدًا',
    fr: 'Autocar, 49 places',
    de: 'Reisebus, 49 Plätze',
    es: 'Autocar, 49 plazas',
  })
  await tx
    .insertInto('vehicle_types')
    .values({ id, ...STAND_IN, name, category: 'coach' })
    .execute()
  return { id, ...STAND_IN, isNew: true }
}
