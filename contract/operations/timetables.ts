import { z } from 'zod'
import { ExportQuery, GtfsSource, ImportForm, ImportRun } from './timetable-report'
import { operation } from '../core/operations'
import { Id } from '../core/scalars'

const tag = 'gtfs'
const mayImport = { action: 'import', resource: 'routes' } as const

export const startGtfsImport = operation({
  id: 'startGtfsImport',
  method: 'POST',
  path: '/gtfs/imports',
  tag,
  summary: 'Import a GTFS feed, or preview the import',
  access: mayImport,
  body: ImportForm,
  bodyType: 'multipart/form-data',
  ok: { status: 202, description: 'The import in progress. Poll it for its state.', schema: ImportRun },
  errors: ['malformed', 'validation', 'already_exists', 'body_too_large', 'unsupported_media_type'],
  unkeyed: 'upload',
})

export const listGtfsImports = operation({
  id: 'listGtfsImports',
  method: 'GET',
  path: '/gtfs/imports',
  tag,
  summary: 'List the latest GTFS imports, the newest first',
  access: mayImport,
  ok: { status: 200, description: 'Up to 50 imports.', schema: z.array(ImportRun) },
  errors: [],
})

export const getGtfsImport = operation({
  id: 'getGtfsImport',
  method: 'GET',
  path: '/gtfs/imports/:id',
  tag,
  summary: 'Get a GTFS import with its progress and, when it has finished, its report',
  access: mayImport,
  params: z.object({ id: Id }),
  ok: { status: 200, description: 'The import.', schema: ImportRun },
  errors: ['not_found'],
})

export const listGtfsSources = operation({
  id: 'listGtfsSources',
  method: 'GET',
  path: '/gtfs/sources',
  tag,
  summary: 'List the sources of imported GTFS feeds by name',
  access: mayImport,
  ok: { status: 200, description: 'All sources.', schema: z.array(GtfsSource) },
  errors: [],
})

/** Response header: number of fares left out because GTFS cannot express them. */
export const FARES_LEFT_OUT_HEADER = 'x-fares-left-out'

export const exportGtfs = operation({
  id: 'exportGtfs',
  method: 'GET',
  path: '/gtfs/export',
  tag,
  summary: 'Export the journeys of a range of service dates as a GTFS feed',
  access: { action: 'export', resource: 'routes' },
  query: ExportQuery,
  ok: {
    status: 200,
    description: 'A zip. fares_left_out.txt has the fares that GTFS cannot express; X-Fares-Left-Out counts them.',
    type: 'application/zip',
  },
  errors: ['malformed', 'invalid_state'],
})
