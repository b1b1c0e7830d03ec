import type { FastifyInstance } from 'fastify'
import { PARTNER_LOG_EXPORT_MAX_ROWS } from '../../../../contract/core/limits/partner-api'
import {
  exportApiLogs,
  getApiLog,
  getPartnerApiLog,
  listApiLogs,
  listPartnerApiLogs,
  summarizeApiLogs,
  summarizePartnerApiLogs,
  type LogFilter,
  type LogSummaryQuery,
} from '../../../../contract/partner/logs'
import { sentence } from '../../../../contract/core/sentence'
import type { Db } from '../../../db/database'
import { readCursor, pageAround } from '../../../crud/cursor'
import { knownPartner, partnerOf } from '../../../http/partner-caller'
import { Refusal } from '../../../http/refusal'
import { serve } from '../../../http/serve'
import type { Feature } from '../../feature'
import { csvOf } from './csv'
import { sweepDays } from './repository/call-days'
import { summaryOf } from './repository/summary'
import type { Recorder } from './recorder'
import { getEntry, listEntries, sweepEntries } from './repository/entries'

export const partnerLogFeature: Feature<{ db: Db; recorder: Recorder }> = {
  routes: partnerLogRoutes,
  sweeps: ({ db }) => ({
    partner_calls: ({ company, before }) => sweepEntries(db, before(company.partner_log_kept_days)),
    partner_call_days: ({ company, before }) => sweepDays(db, before(company.partner_log_kept_days)),
  }),
}

/** Registers the routes for a partner's API log. Each read first flushes the entries buffered in this process. */
function partnerLogRoutes(app: FastifyInstance, { db, recorder }: { db: Db; recorder: Recorder }): void {
  serve(app, listApiLogs, ({ query, context }) => page(partnerOf(context), query))
  serve(app, getApiLog, ({ params, context }) => one(partnerOf(context), params.id))
  serve(app, exportApiLogs, async ({ query, context, reply }) => {
    await recorder.flush()
    const entries = await listEntries(db, partnerOf(context), query, null, PARTNER_LOG_EXPORT_MAX_ROWS)
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="api-logs.csv"')
    return csvOf(entries)
  })
  serve(app, summarizeApiLogs, ({ query, context }) => summary(partnerOf(context), query))
  serve(app, summarizePartnerApiLogs, async ({ params, query }) => summary(await knownPartner(db, params.id), query))
  serve(app, listPartnerApiLogs, async ({ params, query }) => page(await knownPartner(db, params.id), query))
  serve(app, getPartnerApiLog, ({ params }) => one(params.id, params.logId))

  async function page(partnerId: string, query: LogFilter & { cursor?: string | undefined; limit: number }) {
    const { cursor: text, limit, ...filter } = query
    const cursor = readCursor(text)
    await recorder.flush()
    const found = await listEntries(db, partnerId, filter, cursor, limit + 1)
    return pageAround(found, cursor, limit, ({ at, id }) => [at, id])
  }

  async function summary(partnerId: string, query: LogSummaryQuery) {
    await recorder.flush()
    return summaryOf(db, partnerId, query)
  }

  async function one(partnerId: string, id: string) {
    await recorder.flush()
    const entry = await getEntry(db, partnerId, id)
    if (!entry) throw new Refusal('not_found', sentence`There is no call with this id. Old calls are deleted.`)
    return entry
  }
}
