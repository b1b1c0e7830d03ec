import { GTFS_SOURCE_NAME_MAX_CHARS } from '../../../../contract/core/limits/files'
import type { FeedHead } from '../read/network'
import { fit } from './codes'

/** Leaves room for the scheme's prefix in a station's external reference. */
const MAX_CHARS = 56

type Names = Pick<FeedHead, 'publisher' | 'agencies'>

/** Returns publisher and agencies of a feed as a key. Editions of one feed may have several, and two feeds the same. */
export function feedKey({ publisher, agencies }: Names): string {
  const ids = agencies.map((agency) => agency.agency_id || agency.agency_name).sort()
  return fit(`${slug(publisher)}:${ids.map(slug).join('+')}`, MAX_CHARS)
}

/** Returns the name of a new source: the only agency, because many operators share a publisher, or else the publisher. */
export function sourceName({ publisher, agencies }: Names): string {
  const [agency] = agencies.length === 1 ? agencies : []
  const name = (agency?.agency_name ?? publisher).replace(/\s+/g, ' ').trim()
  return [...name].slice(0, GTFS_SOURCE_NAME_MAX_CHARS - SUFFIX_CHARS).join('')
}

/** Room for ` 2`, ` 3` … after a name that another source has. */
const SUFFIX_CHARS = 6

/** Returns the text, or the text with the lowest number from 2 that makes it free. */
export function firstFree(text: string, separator: string, isTaken: (text: string) => boolean): string {
  let free = text
  for (let number = 2; isTaken(free); number += 1) free = `${text}${separator}${number}`
  return free
}

const slug = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
