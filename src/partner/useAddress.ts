import { useSearchParams } from 'react-router-dom'
import type { SectionName } from './frame/sections'

type Values<K extends string> = Readonly<Record<K, string>>

/** Returns the parameters of a section from the page address, so that each view can be linked; '' if absent. */
export function useAddress<K extends string>(section: SectionName, names: readonly K[]) {
  const [query, setQuery] = useSearchParams()
  const values = Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as Values<K>
  const change = (to: Partial<Values<K>>, replace = false) =>
    setQuery(addressOf(section, { ...values, ...to }), { replace })
  return { values, change }
}

function addressOf(section: SectionName, values: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const given = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return new URLSearchParams([['section', section], ...given])
}

/** Returns the address of a section's view. */
export const linkTo = (section: SectionName, values: Readonly<Record<string, string | undefined>> = {}): string =>
  `/partner-dashboard?${addressOf(section, values).toString()}`
