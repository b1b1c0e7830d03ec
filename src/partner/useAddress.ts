import { useSearchParams } from 'react-router-dom'
import type { SectionName } from './frame/sections'

type Values<K extends string> = Readonly<Record<K, string>>

/** What a section keeps in the page's address, so that each of its views can be linked and gone back to; '' = not there. */
export function useAddress<K extends string>(section: SectionName, names: readonly K[]) {
  const [query, setQuery] = useSearchParams()
  const values = Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as Values<K>
  const change = (to: Partial<Values<K>>, replace = false) =>
    setQuery(addressOf(section, { ...values, ...to }), { replace })
  return { values, change }
}

/** The query of a section's view. */
function addressOf(section: SectionName, values: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const given = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return new URLSearchParams([['section', section], ...given])
}

/** The address of a section's view, for a link. */
export const linkTo = (section: SectionName, values: Readonly<Record<string, string | undefined>> = {}): string =>
  `/partner-dashboard?${addressOf(section, values).toString()}`
