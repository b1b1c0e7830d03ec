import type SvgIcon from '@mui/material/SvgIcon'
import type { SearchGroup, SearchHit } from '../../../contract/operations/search'
import type { SearchedResource } from '../../../contract/core/listed-resources'

/** Entry of the palette, with a link or an action. */
export interface Entry {
  key: string
  title: string
  detail?: string | null
  icon: typeof SvgIcon
  /** Path to open. */
  to?: string
  /** Action of an entry without a path. */
  run?: () => void
  /** Shortcut of the entry. */
  keys?: readonly string[]
  /** Record that the entry opens. */
  hit?: { resource: SearchedResource; record: SearchHit }
}

export interface EntryGroup {
  key: string
  title: string
  entries: readonly Entry[]
}

/** Record that was opened from the palette. */
export interface Recent {
  /** User who opened it; other users of the browser do not see it. */
  userId: string
  resource: SearchedResource
  id: string
  title: string
  detail: string | null
}

/** Returns the path of a resource's list with a search text. */
export const searchedList = (resource: string, text: string): string =>
  `/${resource}?${new URLSearchParams({ filter: JSON.stringify({ q: text }), displayedFilters: '{}' })}`

/** Returns the found records of each resource, with a link to all of them if there are more. */
export function foundGroups(
  groups: readonly SearchGroup[],
  text: string,
  words: {
    icon: (resource: SearchedResource) => typeof SvgIcon
    name: (resource: SearchedResource) => string
    all: (name: string) => string
  },
  path: (resource: string, id: string) => string,
): EntryGroup[] {
  return groups.map(({ resource, hits, more }) => {
    const icon = words.icon(resource)
    const entries: Entry[] = hits.map((record) => ({
      key: `${resource}/${record.id}`,
      title: record.title,
      detail: record.detail,
      icon,
      to: path(resource, record.id),
      hit: { resource, record },
    }))
    const name = words.name(resource)
    if (more) entries.push({ key: `${resource}/all`, title: words.all(name), icon, to: searchedList(resource, text) })
    return { key: resource, title: name, entries }
  })
}

/** Returns the user's recent records, newest first, without duplicates, at most `most`. */
export function remembered(recent: readonly Recent[], opened: Recent, most: number): Recent[] {
  const others = recent.filter(({ userId, id }) => userId === opened.userId && id !== opened.id)
  return [opened, ...others].slice(0, most)
}
