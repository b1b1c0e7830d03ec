import { sql, type SqlBool } from 'kysely'
import type { PartnerDashboard, PartnerTrip } from '../../../../../contract/partner/sales'
import { COMMISSION } from '../../../../kernel/credit'
import type { Reader } from '../../../../db/transaction'
import { SEATED } from '../../../../domain/reservations/status'
import { owned, type Owner } from './owner'
import { tripOf, withPlaces } from './trip-list'

export async function nextDepartures(reader: Reader, owner: Owner, at: Date, limit: number): Promise<PartnerTrip[]> {
  const rows = await withPlaces(reader, owner)
    .where('r.travel_at', '>=', at.toISOString())
    .where('r.status', 'in', ['on_hold', 'confirmed', 'checked_in'])
    .orderBy('r.travel_at')
    .orderBy('r.id')
    .limit(limit)
    .execute()
  return rows.map(tripOf)
}

/** Returns figures of bookings made between two days, both included, in the partner's time zone. */
export async function figures(
  reader: Reader,
  owner: Owner,
  { from, to }: { from: string; to: string },
): Promise<Pick<PartnerDashboard, 'trips_by_status' | 'sales'>> {
  const rows = await owned(reader, owner)
    .where(sql<SqlBool>`r.created_at >= ${from}::date::timestamp at time zone p.timezone`)
    .where(sql<SqlBool>`r.created_at < (${to}::date + 1)::timestamp at time zone p.timezone`)
    .select((eb) => [
      'r.status',
      'r.currency',
      eb.fn.countAll<number>().as('trips'),
      eb.fn.sum<number>('r.seats').as('seats'),
      eb.fn.sum<number>('r.total_minor').as('gross'),
      sql<number>`sum(${COMMISSION})`.as('commission'),
    ])
    .groupBy(['r.status', 'r.currency'])
    .orderBy('r.status')
    .execute()
  const byStatus = new Map<PartnerTrip['status'], number>()
  const sales = new Map<string, PartnerDashboard['sales'][number]>()
  for (const { status, currency, ...row } of rows) {
    byStatus.set(status, (byStatus.get(status) ?? 0) + Number(row.trips))
    if (!SEATED.includes(status)) continue
    const sum = sales.get(currency) ?? {
      currency,
      trips: 0,
      seats: 0,
      gross_minor: 0,
      commission_minor: 0,
      net_minor: 0,
    }
    const [gross, commission] = [Number(row.gross), Number(row.commission)]
    sales.set(currency, {
      currency,
      trips: sum.trips + Number(row.trips),
      seats: sum.seats + Number(row.seats),
      gross_minor: sum.gross_minor + gross,
      commission_minor: sum.commission_minor + commission,
      net_minor: sum.net_minor + gross - commission,
    })
  }
  return { trips_by_status: [...byStatus].map(([status, trips]) => ({ status, trips })), sales: [...sales.values()] }
}

export async function expiringCredentials(
  reader: Reader,
  partnerId: string,
  at: Date,
  until: Date,
): Promise<PartnerDashboard['expiring_credentials']> {
  const rows = await reader
    .selectFrom('partner_credentials')
    .select(['id', 'name', 'environment', 'last4', 'expires_at'])
    .where('partner_id', '=', partnerId)
    .where('state', 'in', ['active', 'rotating'])
    .where('expires_at', '>', at.toISOString())
    .where('expires_at', '<=', until.toISOString())
    .orderBy('expires_at')
    .execute()
  return rows.map((row) => ({ ...row, expires_at: row.expires_at ?? '' }))
}
