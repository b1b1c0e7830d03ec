import { z } from 'zod'
import { ExportQuery, ImportForm, ImportRun } from './timetable-report'
import { operation } from '../core/operations'
import { Id } from '../core/scalars'

const tag = 'gtfs'
const mayImport = { action: 'import', resource: 'routes' } as const

export const startGtfsImport = operation({
  id: 'startGtfsImport',
  method: 'POST',
  path: '/gtfs/imports',
  tag,
  summary: 'Import a GTFS feed, or try what an import would do',
  access: mayImport,
  body: ImportForm,
  bodyType: 'multipart/form-data',
  ok: { status: 202, description: 'The import runs; read it again to follow it.', schema: ImportRun },
  errors: ['malformed', 'validation', 'body_too_large', 'unsupported_media_type'],
})

export const listGtfsImports = operation({
  id: 'listGtfsImports',
  method: 'GET',
  path: '/gtfs/imports',
  tag,
  summary: 'The latest imports, newest first',
  access: mayImport,
  ok: { status: 200, description: 'Up to 50 of them.', schema: z.array(ImportRun) },
  errors: [],
})

export const getGtfsImport = operation({
  id: 'getGtfsImport',
  method: 'GET',
  path: '/gtfs/imports/:id',
  tag,
  summary: 'One import with its progress and, once it has ended, its report',
  access: mayImport,
  params: z.object({ id: Id }),
  ok: { status: 200, description: 'The import.', schema: ImportRun },
  errors: ['not_found'],
})

/** Header of the feed: how many fares it lacks because GTFS cannot say them. */
export const FARES_LEFT_OUT_HEADER = 'x-fares-left-out'

export const exportGtfs = operation({
  id: 'exportGtfs',
  method: 'GET',
  path: '/gtfs/export',
  tag,
  summary: 'The journeys of these service dates as a GTFS feed',
  access: { action: 'export', resource: 'routes' },
  query: ExportQuery,
  ok: {
    status: 200,
    description: 'The feed, a zip. Fares that GTFS cannot say are in fares_left_out.txt; X-Fares-Left-Out counts them.',
    type: 'application/zip',
  },
  errors: ['malformed', 'invalid_state'],
})
