import type { DataProvider } from 'react-admin'
import { PAGE_MAX_ROWS } from '../../../../contract/limits'
import type { Format } from '../../../ui/useFormat'
import { isVisible, type AnyField } from '../fields'
import { labelOf } from '../labels'
import { at } from '../paths'
import { represent } from '../registry'
import { fieldsOf, type AnyRecord, type AnySpec } from '../resource'
import { textOf } from '../texts'

interface ExportRequest {
  spec: AnySpec
  filter: Record<string, unknown>
  sort: { field: string; order: 'ASC' | 'DESC' }
  provider: DataProvider
  format: Format
  /** Rows read so far. */
  onProgress: (rows: number) => void
  signal: AbortSignal
}

const BOM = '\uFEFF'
/** What a spreadsheet would take for a formula. */
const FORMULA_START = /^[=+\-@\t\r]/

/** One cell of a CSV file: quoted where needed, and never a formula. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = FORMULA_START.test(value) ? `'${value}` : value
  return /[",\n\r;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Everything that matches, page by page, as a CSV file that spreadsheets open as UTF-8. */
export async function exportCsv(request: ExportRequest): Promise<Blob> {
  const { spec, format, provider, onProgress, signal } = request
  const fields = fieldsOf(spec).filter(
    (field) => field.kind !== 'password' && (isVisible(field, 'show') || isVisible(field, 'list')),
  )
  const header = fields.map((field) => csvCell(labelOf(format.t, spec.name, field.source)))
  const parts: string[] = [`${BOM}${header.join(',')}\r\n`]
  const names = new Map<string, string>()
  let read = 0
  for (let page = 1; ; page += 1) {
    signal.throwIfAborted()
    const { data } = await provider.getList<AnyRecord>(spec.name, {
      pagination: { page, perPage: PAGE_MAX_ROWS },
      sort: request.sort,
      filter: request.filter,
      signal,
    })
    await nameReferences(data, fields, names, request)
    parts.push(...data.map((record) => `${rowOf(record, fields, names, format).join(',')}\r\n`))
    read += data.length
    onProgress(read)
    if (data.length < PAGE_MAX_ROWS) break
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

function rowOf(record: AnyRecord, fields: AnyField[], names: ReadonlyMap<string, string>, format: Format): string[] {
  const context = { ...format, record, nameOf: (resource: string, id: string) => names.get(`${resource}/${id}`) ?? id }
  return fields.map((field) => csvCell(textOf(field, at(record, field.source), context)))
}

/** Reads the names of the records that a page refers to; one call per kind of record. */
async function nameReferences(
  records: AnyRecord[],
  fields: AnyField[],
  names: Map<string, string>,
  { provider, format, signal }: ExportRequest,
): Promise<void> {
  const wanted = new Map<string, Set<string>>()
  for (const field of fields) {
    if (field.kind !== 'reference' && field.kind !== 'references') continue
    for (const record of records)
      for (const id of [at(record, field.source)].flat())
        if (typeof id === 'string' && !names.has(`${field.to}/${id}`))
          wanted.set(field.to, (wanted.get(field.to) ?? new Set()).add(id))
  }
  for (const [resource, ids] of wanted) {
    const all = [...ids]
    for (let start = 0; start < all.length; start += PAGE_MAX_ROWS) {
      const { data } = await provider
        .getMany<AnyRecord>(resource, { ids: all.slice(start, start + PAGE_MAX_ROWS), signal })
        // A reader who may not see those records still gets the file, with their ids.
        .catch(() => ({ data: [] }))
      for (const record of data) names.set(`${resource}/${record.id}`, represent(resource, record, format.language))
    }
  }
}
