import type SvgIcon from '@mui/material/SvgIcon'
import type { SearchGroup, SearchHit } from '../../../contract/operations/search'
import type { SearchedResource } from '../../../contract/core/listed-resources'
import type { ConsoleResource } from '../../../contract/core/vocabulary'

/** One line of the palette: choosing it leads somewhere or does something. */
export interface Entry {
  key: string
  title: string
  detail?: string | null
  icon: typeof SvgIcon
  /** Where it leads. */
  to?: string
  /** What it does, where it leads nowhere. */
  run?: () => void
  /** Keys that do the same. */
  keys?: readonly string[]
  /** The record that it opens. */
  hit?: { resource: SearchedResource; record: SearchHit }
}

export interface EntryGroup {
  key: string
  title: string
  entries: readonly Entry[]
}

/** A record that was opened from the palette. */
export interface Recent {
  /** Who opened it: another person at the same browser does not see it. */
  userId: string
  resource: SearchedResource
  id: string
  title: string
  detail: string | null
}

/** The open record of a path such as `/stations/7f…/show`; null on any other page. */
export function recordAt(pathname: string): { resource: ConsoleResource; id: string } | null {
  const [, resource, id, page] = pathname.split('/')
  return resource && id && page === 'show'
    ? { resource: resource as ConsoleResource, id: decodeURIComponent(id) }
    : null
}

/** The list of a resource, searched. */
export const searchedList = (resource: string, text: string): string =>
  `/${resource}?${new URLSearchParams({ filter: JSON.stringify({ q: text }), displayedFilters: '{}' })}`

/** The records found of each kind, with the way to all of them where there are more. */
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

/** The newest first, each once, no more than `most`. */
export function remembered(recent: readonly Recent[], opened: Recent, most: number): Recent[] {
  const others = recent.filter(({ userId, id }) => userId === opened.userId && id !== opened.id)
  return [opened, ...others].slice(0, most)
}
