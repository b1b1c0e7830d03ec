import type { Resource } from '../../contract/core/vocabulary'
import type { Reader } from '../db/transaction'
import { recordExists } from '../kernel/record-exists'
import { Refusal } from './refusal'

const NOUNS = {
  journeys: 'journey',
  partners: 'partner',
  staff: 'person',
  vehicles: 'vehicle',
} as const satisfies Partial<Record<Resource, string>>

/** Returns the id of the record whose subordinate records a call reads or creates. @throws Refusal not_found */
export async function knownRecord(reader: Reader, resource: keyof typeof NOUNS, id: string): Promise<string> {
  if (await recordExists(reader, resource, id)) return id
  throw new Refusal('not_found', `There is no ${NOUNS[resource]} with this id.`)
}
