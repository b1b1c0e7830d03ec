import { z } from 'zod'
import { operation } from '../core/operations'
import { BULK_MAX_RECORDS } from '../core/limits/tasks'
import { Id, TimeZone } from '../core/scalars'
import { Task } from './tasks'
import { RESOURCES } from '../core/vocabulary'
import { schemaMessage } from '../core/sentence'

const FIELD_MAX_CHARS = 64
const WORDS_MAX_CHARS = 200

/** One column of an exported file: its field, its heading, and the format of its values. */
export const ExportColumn = z.strictObject({
  field: z.string().max(FIELD_MAX_CHARS),
  /** Heading; defaults to the name of the field. */
  label: z.string().max(WORDS_MAX_CHARS).optional(),
  /** Labels of values, for example `{"active": "Active"}`; a value without a label is written unchanged. */
  words: z.record(z.string().max(FIELD_MAX_CHARS), z.string().max(WORDS_MAX_CHARS)).optional(),
  /** Resource that the values are ids of; they are replaced by names if the caller may list it. */
  reference: z.enum(RESOURCES).optional(),
  /** Writes minor units or basis points as a decimal number. */
  as: z.enum(['money', 'percent']).optional(),
  /** Field with the currency of the amount; defaults to the company's currency. */
  currency: z.string().max(FIELD_MAX_CHARS).optional(),
})
export type ExportColumn = z.output<typeof ExportColumn>

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
/** Media types of the formats. */
export const EXPORT_TYPES = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] as const

export const ExportRequest = z
  .strictObject({
    /** Columns in order; defaults to all fields. */
    columns: z.array(ExportColumn).min(1).max(100).optional(),
    filter: z.record(z.string(), z.unknown()).default({}),
    /** Limits the export to these records of the filter. */
    ids: z.array(Id).min(1).max(BULK_MAX_RECORDS).optional(),
    /** Records of the filter that are excluded. */
    except_ids: z.array(Id).max(BULK_MAX_RECORDS).optional(),
    sort: z.tuple([z.string().max(FIELD_MAX_CHARS), z.enum(['ASC', 'DESC'])]).default(['id', 'DESC']),
    /** IANA time zone of the times in the file. */
    timezone: TimeZone.default('UTC'),
    format: z.enum(EXPORT_FORMATS).default('csv'),
  })
  .refine(({ ids, except_ids }) => ids === undefined || except_ids === undefined, {
    path: ['ids'],
    message: schemaMessage`Give either ids or except_ids.`,
  })
export type ExportRequest = z.input<typeof ExportRequest>

const tag = 'tasks'
const OfResource = z.object({ resource: z.enum(RESOURCES) })

export const exportRecords = operation({
  id: 'exportRecords',
  method: 'POST',
  path: '/exports/:resource',
  isRepeatable: true,
  tag,
  summary: 'Export the records of a list filter, or selected records, as CSV or XLSX',
  access: 'signed-in',
  params: OfResource,
  body: ExportRequest,
  ok: { status: 200, description: 'The file as a stream.', type: EXPORT_TYPES },
  errors: ['not_found', 'validation', 'forbidden'],
})

export const startExport = operation({
  id: 'startExport',
  method: 'POST',
  path: '/exports/:resource/tasks',
  tag,
  summary: 'Start a task that exports records; its file is available for one day',
  access: 'signed-in',
  params: OfResource,
  body: ExportRequest,
  ok: { status: 202, description: 'The task. Poll it for its progress.', schema: Task },
  errors: ['not_found', 'validation', 'forbidden'],
})
