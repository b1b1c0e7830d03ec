import type { Resource } from '../../contract/core/vocabulary'
import { sentence, type Sentence } from '../../contract/core/sentence'
import type { Reader } from '../db/transaction'
import { recordExists } from '../kernel/record-exists'
import { Refusal } from './refusal'

const UNKNOWN = {
  journeys: sentence`There is no journey with this id.`,
  partners: sentence`There is no partner with this id.`,
  staff: sentence`There is no person with this id.`,
  vehicles: sentence`There is no vehicle with this id.`,
} as const satisfies Partial<Record<Resource, Sentence>>

/** Returns the id of the record whose subordinate records a call reads or creates. @throws Refusal not_found */
export async function knownRecord(reader: Reader, resource: keyof typeof UNKNOWN, id: string): Promise<string> {
  if (await recordExists(reader, resource, id)) return id
  throw new Refusal('not_found', UNKNOWN[resource])
}
