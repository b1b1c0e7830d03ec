import type { Partner } from '../../../../../contract/entities/partner'
import type { Environment } from '../../../../../contract/core/vocabulary'
import type { Reader } from '../../../../db/transaction'

/** Owner of trips. Every query starts from it, so that partners never see each other's trips. */
export interface Owner {
  partnerId: string
  environment: Environment
}

export const getPartner = (
  reader: Reader,
  id: string,
): Promise<Pick<Partner, 'id' | 'timezone' | 'status' | 'contract'> | undefined> =>
  reader.selectFrom('partners').select(['id', 'timezone', 'status', 'contract']).where('id', '=', id).executeTakeFirst()

/** Source of trips: the database, or a stored snapshot. */
export type TripSource = Pick<Reader, 'selectFrom'>

export const owned = (reader: TripSource, { partnerId, environment }: Owner) =>
  reader
    .selectFrom('reservations as r')
    .innerJoin('partners as p', 'p.id', 'r.partner_id')
    .where('r.partner_id', '=', partnerId)
    .where('r.environment', '=', environment)
