import { z } from 'zod'
import { operation } from '../core/operations'
import { BULK_MAX_RECORDS } from '../core/limits'
import { Id, TimeZone } from '../core/scalars'
import { Task } from './tasks'
import { RESOURCES } from '../core/vocabulary'

const FIELD_MAX_CHARS = 64
const WORDS_MAX_CHARS = 200

/** One column of an exported file: which field, under what heading, and how its values are told. */
export const ExportColumn = z.strictObject({
  field: z.string().max(FIELD_MAX_CHARS),
  /** The heading; the field's name unless given. */
  label: z.string().max(WORDS_MAX_CHARS).optional(),
  /** Words for values, such as `{"active": "Active"}`; a value without words stands as it is. */
  words: z.record(z.string().max(FIELD_MAX_CHARS), z.string().max(WORDS_MAX_CHARS)).optional(),
  /** The values are ids of these records, which are named where the caller may list them. */
  reference: z.enum(RESOURCES).optional(),
  /** Minor units or basis points as a decimal. */
  as: z.enum(['money', 'percent']).optional(),
  /** The field that has an amount's currency; the company's own unless given. */
  currency: z.string().max(FIELD_MAX_CHARS).optional(),
})
export type ExportColumn = z.output<typeof ExportColumn>

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
/** Media types of these files. */
export const EXPORT_TYPES = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] as const

export const ExportRequest = z
  .strictObject({
    /** In this order; all fields unless given. */
    columns: z.array(ExportColumn).min(1).max(100).optional(),
    filter: z.record(z.string(), z.unknown()).default({}),
    /** Only these of the records that the filter finds. */
    ids: z.array(Id).min(1).max(BULK_MAX_RECORDS).optional(),
    /** All but these of the records that the filter finds. */
    except_ids: z.array(Id).max(BULK_MAX_RECORDS).optional(),
    sort: z.tuple([z.string().max(FIELD_MAX_CHARS), z.enum(['ASC', 'DESC'])]).default(['id', 'DESC']),
    /** IANA time zone that instants are written in. */
    timezone: TimeZone.default('UTC'),
    format: z.enum(EXPORT_FORMATS).default('csv'),
  })
  .refine(({ ids, except_ids }) => ids === undefined || except_ids === undefined, {
    path: ['ids'],
    message: 'Give either ids or except_ids.',
  })
export type ExportRequest = z.input<typeof ExportRequest>

const tag = 'tasks'
const OfResource = z.object({ resource: z.enum(RESOURCES) })

export const exportRecords = operation({
  id: 'exportRecords',
  method: 'POST',
  path: '/exports/:resource',
  tag,
  summary: 'Export the records that a list’s filter finds, or chosen ones, as comma-separated values or a spreadsheet',
  access: 'signed-in',
  params: OfResource,
  body: ExportRequest,
  ok: { status: 200, description: 'The file, sent as it is read.', type: EXPORT_TYPES },
  errors: ['not_found', 'validation', 'forbidden'],
})

export const startExport = operation({
  id: 'startExport',
  method: 'POST',
  path: '/exports/:resource/tasks',
  tag,
  summary: 'The same, written by a task that keeps the file for a day',
  access: 'signed-in',
  params: OfResource,
  body: ExportRequest,
  ok: { status: 202, description: 'The task; read it again to follow it.', schema: Task },
  errors: ['not_found', 'validation', 'forbidden'],
})
