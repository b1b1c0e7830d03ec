import { sql, type OperationNodeSource } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { NOTICES, type NoticeKind } from '../../../contract/core/notices'
import { LANGUAGES, RESOURCES, type Resource } from '../../../contract/core/vocabulary'
import type { AuditActor, AuditEntry } from '../../db/audit-entry'
import { signalAfterCommit, type Tx } from '../../db/transaction'
import { factsOf, type Facts } from './facts'
import { noticeOf } from '../../domain/notices/notice-of'
import { wordNotice } from './wording'

/** What an import writes without an entry for each record. */
const IMPORTED: readonly Resource[] = ['stations', 'routes', 'vehicle-types', 'journeys', 'fares']

/**
 * Tells of an audited change: rows for the people who need to know, and a signal to the consoles that are open.
 * @param alongside what the same statement is to write with them
 * @returns whether there was such a statement
 */
export async function tellOf(
  tx: Tx,
  actor: AuditActor,
  entry: AuditEntry,
  alongside?: OperationNodeSource,
): Promise<boolean> {
  signalChange(tx, actor, entry)
  const kind = noticeOf(entry)
  if (kind === null || entry.entity === null) return false
  const facts = await factsOf(tx, entry.entity, entry)
  if (facts === null) return false
  const eventId = uuidv7()
  const written = await writeNotice(tx, { eventId, kind, facts, actor, entity: entry.entity }, alongside)
  if (written > 0) signalAfterCommit(tx, { kind: 'notice', eventId })
  return true
}

function signalChange(tx: Tx, actor: AuditActor, { action, entity }: AuditEntry): void {
  const by = actor.kind === 'user' ? actor.id : null
  const [noun, verb = ''] = action.split('.')
  if (noun === 'gtfs' && verb === 'imported')
    for (const resource of IMPORTED)
      signalAfterCommit(tx, { kind: 'change', resource, id: null, version: null, change: 'updated', by })
  if (!entity) return
  if (entity.type === 'users') signalAfterCommit(tx, { kind: 'account', userId: entity.id })
  const resource = RESOURCES.find((known) => known === entity.type)
  if (!resource || noun === 'auth') return
  const change = verb === 'created' || verb === 'deleted' ? verb : 'updated'
  signalAfterCommit(tx, { kind: 'change', resource, id: entity.id, version: entity.version ?? null, change, by })
}

interface NoticeRow {
  eventId: string
  kind: NoticeKind
  facts: Facts
  actor: AuditActor
  entity: NonNullable<AuditEntry['entity']>
}

/** One row for each addressee, worded in their language. @returns how many */
async function writeNotice(
  tx: Tx,
  { eventId, kind, facts, actor, entity }: NoticeRow,
  alongside?: OperationNodeSource,
): Promise<number> {
  const notice = NOTICES[kind]
  const isJob = 'isJob' in notice
  const self = actor.kind === 'user' ? actor.id : null
  const texts = LANGUAGES.map((language) => wordNotice(kind, facts.values, language))
  const { numAffectedRows } = await sql`
    ${alongside ? sql`with alongside as (${alongside})` : sql``}
    insert into notifications (
      id, user_id, event_id, kind, wording, title, message, notification_type, action_url, entity_type, entity_id
    )
    select gen_random_uuid(), u.id, ${eventId}, ${kind}, ${JSON.stringify(facts.values)}::jsonb, w.title, w.message,
      ${notice.type}, ${facts.url}, ${entity.type}, ${entity.id}::uuid
    from users u join unnest(
      ${[...LANGUAGES]}::text[], ${texts.map((text) => text.title)}::text[], ${texts.map((text) => text.message)}::text[]
    ) as w(locale, title, message) on w.locale = u.locale
    left join notification_preferences p on p.user_id = u.id
    where u.status = 'active' and ${notice.type} <> all(coalesce(p.muted_types, '{}')) and (
      ${facts.stations === null} or coalesce(p.station_ids, '{}') = '{}' or p.station_ids && ${facts.stations ?? []}::uuid[]
    ) and (
      (${isJob} and u.id = ${self}::uuid) or (
        u.role = any(${[...notice.roles]}::text[])
        and (${isJob} or u.id is distinct from ${self}::uuid)
        and (
          ${facts.stations === null} or u.station_scope = '{}' or u.station_scope && ${facts.stations ?? []}::uuid[]
        )
      )
    )`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
