import type { FeedHead } from '../read/network'
import { fit } from './codes'

/** Leaves room for the scheme's prefix in a station's external reference. */
const MAX_CHARS = 56

/**
 * Returns the name of a feed in the links between its records and ours: its publisher and agencies.
 * The next edition of a feed gets the same name, and two feeds of one publisher get different names.
 */
export function sourceOf({ publisher, agencies }: Pick<FeedHead, 'publisher' | 'agencies'>): string {
  const ids = agencies.map((agency) => agency.agency_id || agency.agency_name).sort()
  return fit(`${slug(publisher)}:${ids.map(slug).join('+')}`, MAX_CHARS)
}

const slug = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
