import type { Db } from '../db/database'
import type { Ports } from './partner-sales/ports'
import { tellPrice } from './quotes/tell-price'

interface Settings {
  db: Db
}

/** Hands partners what they sell with: the same use cases that the desk has. */
export function partnerPortsOf({ db }: Settings): Ports {
  return {
    tellPrice: (request, context) => tellPrice(db, request, { now: context.now(), role: context.actor.role }),
  }
}
