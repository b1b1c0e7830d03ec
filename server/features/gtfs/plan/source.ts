import type { FeedHead } from '../read/network'
import { fit } from './codes'

/** Leaves room for the scheme's prefix in a station's external reference. */
const MAX_CHARS = 56

/**
 * What a feed is called in the links between its records and ours: its publisher and its agencies, so that the next
 * edition of a feed is recognised and two feeds of one publisher are not mixed up.
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
