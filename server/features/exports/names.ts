import type { ExportColumn } from '../../../contract/operations/exports'
import type { Resource } from '../../../contract/core/vocabulary'
import type { Store } from '../../crud/store'
import type { Row } from '../../crud/store-options'

/** So many names are kept before they are looked up anew: a file of any length takes little memory. */
const KEPT_NAMES = 20_000

/** The names of the records that others refer to, looked up a page at a time; ids where the reader may not see them. */
export function namesOf(storeOf: (resource: Resource) => Store, maySee: (resource: Resource) => boolean) {
  const known = new Map<string, string>()
  const keyOf = (resource: string, id: string) => `${resource}/${id}`

  async function learn(columns: readonly ExportColumn[], rows: readonly Row[]): Promise<void> {
    if (known.size > KEPT_NAMES) known.clear()
    for (const { field, reference } of columns) {
      if (reference === undefined || !maySee(reference)) continue
      const ids = new Set(rows.flatMap((row) => [row[field]].flat()).filter((id) => typeof id === 'string'))
      const wanted = [...ids].filter((id) => !known.has(keyOf(reference, id)))
      if (wanted.length === 0) continue
      for (const [id, label] of await storeOf(reference).labelsOf(wanted)) known.set(keyOf(reference, id), label)
    }
  }

  return { learn, nameOf: (resource: string, id: string) => known.get(keyOf(resource, id)) ?? id }
}
