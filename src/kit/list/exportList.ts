import type { EXPORT_FORMATS, ExportRequest } from '../../../contract/operations/exports'
import { EXPORT_AT_ONCE_MAX_ROWS, FILE_TIMEOUT_MS } from '../../../contract/core/limits/files'
import { isPersonal } from '../../../contract/core/personal-data'
import { hasRight } from '../../../contract/core/permissions'
import type { Task } from '../../../contract/operations/tasks'
import type { Role } from '../../../contract/core/vocabulary'
import { callFile } from '../../providers/http/call'
import { ownTimeZone, today } from '../../providers/format/dates'
import { saveFile } from '../../providers/http/files'
import type { Format } from '../../ui/useFormat'
import { startExport } from '../tasks/tasksApi'
import type { AnyField } from '../fieldList'
import type { AnySpec } from '../resource'
import { exportColumns, exportableFields } from './exportColumns'
import type { FilterValues } from './filterKeys'

/** Export settings of a user, stored for each list. */
export interface ExportChoice {
  format: (typeof EXPORT_FORMATS)[number]
  /** Null for the user's own time zone. */
  timezone: string | null
  /** Null for the columns that the list shows. */
  fields: string[] | null
}

/** Ids of the selected records, or of those excluded from all; empty for all that the filter matches. */
export type ExportSelection = Pick<ExportRequest, 'ids' | 'except_ids'>

interface ExportedList {
  filter: FilterValues
  selection: ExportSelection
  sort: ExportRequest['sort']
  /** Number of records that are exported. */
  total: number
  /** Columns that the list shows. */
  shown: readonly AnyField[]
  /** Role of the user, which decides about personal data. */
  role: Role | undefined
}

/** Saves a list as a file. @returns the task that writes the file if the list is long */
export async function exportList(
  spec: AnySpec,
  { filter, selection, sort, total, shown, role }: ExportedList,
  { format: type, timezone, fields }: ExportChoice,
  { format, signal }: { format: Format; signal: AbortSignal },
): Promise<Task | null> {
  const withPersonal = role !== undefined && hasRight(role, 'export_personal_data')
  const known = exportableFields(spec, withPersonal)
  const chosen =
    fields === null
      ? shown.filter((field) => withPersonal || !isPersonal(spec.name, field.source))
      : known.filter((field) => fields.includes(field.source))
  const columns = exportColumns(spec.name, chosen.length > 0 ? chosen : known, format)
  const request: ExportRequest = {
    columns,
    filter,
    ...selection,
    sort,
    timezone: timezone ?? ownTimeZone(),
    format: type,
  }
  if (total > EXPORT_AT_ONCE_MAX_ROWS) return startExport(spec.name, request)
  const { file } = await callFile('POST /exports/:resource', 'application/octet-stream', {
    params: { resource: spec.name },
    body: request,
    timeoutMs: FILE_TIMEOUT_MS,
    signal,
  })
  saveFile(file, `${spec.name}-${today(Date.now())}.${type}`)
  return null
}
