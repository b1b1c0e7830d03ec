import { partsOf } from '../../contract/core/events'
import { uuidv7 } from 'uuidv7'
import type { AuditActor, AuditEntry, Change } from '../db/audit-entry'
import { isPersonal } from '../../contract/core/personal-data'
import { RESOURCES, type Resource } from '../../contract/core/vocabulary'
import { recordChange, recordEvent, recordHistory, signalAfterCommit, type DomainEvent } from '../db/after-commit'
import { historyPart, type HistoryRow } from '../db/history'
import { writeParts } from '../db/parts'
import type { Tx } from '../db/transaction'
import { FOLLOWED_WHEN_MADE, isMailed } from '../domain/notifications/mail-of'
import { notificationOf } from '../domain/notifications/notification-of'
import { isPublishedToPartners } from '../domain/webhooks/events'

export type { AuditActor, AuditEntry, Change }

/** Maximum number of rows per statement. */
const PARTS_AT_ONCE = 500

export interface AuditContext {
  actor: AuditActor
  requestId: string
  ip: string | null
  /** The write is part of a bulk job that notifies staff of its result as a whole, not of single records. */
  isPartOfJob?: true
}

/**
 * Writes an entry of the history with the last statement of the transaction, so that no change commits without its entry.
 * Subscribers receive the event after the commit.
 */
export async function audit(tx: Tx, context: AuditContext, entry: AuditEntry): Promise<void> {
  const row = rowOf(context, entry)
  if (!recordHistory(tx, row)) await writeParts(tx, historyPart([row]))
  const isPart = entry.isPartOfJob === true
  publish(tx, context.actor, entry, { staff: !isPart && !context.isPartOfJob, passengers: !isPart })
  notifyPartners(tx, entry)
}

/** Writes the entries of a bulk job. Staff and passengers are not notified of single records; partners are. */
export async function auditParts(tx: Tx, context: AuditContext, entries: readonly AuditEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += PARTS_AT_ONCE) {
    const some = entries.slice(from, from + PARTS_AT_ONCE)
    await writeParts(tx, historyPart(some.map((entry) => rowOf(context, entry))))
  }
  for (const entry of entries) notifyPartners(tx, entry)
}

const rowOf = (context: AuditContext, entry: AuditEntry): HistoryRow => ({
  id: uuidv7(),
  actor_kind: context.actor.kind,
  actor_id: context.actor.id,
  actor_name: context.actor.name,
  ip: context.ip,
  request_id: context.requestId,
  action: entry.action,
  entity_type: entry.entity?.type ?? null,
  entity_id: entry.entity?.id ?? null,
  entity_label: entry.entity?.label ?? null,
  changes: entry.isOfRecord ? null : (entry.changes ?? []),
  reason: entry.reason ?? null,
})

/** Publishes an event to staff without a history entry, for what changes no record, for example a failed job. */
export function announce(tx: Tx, actor: AuditActor, entry: AuditEntry): void {
  publish(tx, actor, entry, { staff: true, passengers: false })
}

/** Resources with changes that partners are notified of. */
const FOLLOWED_IN_ORDER = ['reservations', 'journeys'] as const

/** Resources that a GTFS import writes without an audit entry for each record. */
const IMPORTED: readonly Resource[] = ['stations', 'routes', 'vehicle-types', 'journeys', 'fares']

/** Records the event for its subscribers and signals the change to open consoles and to session caches. */
function publish(tx: Tx, actor: AuditActor, entry: AuditEntry, audience: DomainEvent['audience']): void {
  if (entry.entity?.type === 'users') signalAfterCommit(tx, { kind: 'account', userId: entry.entity.id })
  if (audience.staff) signalChange(tx, actor, entry)
  if ((audience.staff && notificationOf(entry) !== null) || (audience.passengers && isMailed(entry)))
    recordEvent(tx, { actor, entry: forFollowers(entry), audience })
}

/** Records a change that partners may have to be notified of. */
function notifyPartners(tx: Tx, { action, entity, changes = [], isDirect }: AuditEntry): void {
  const type = FOLLOWED_IN_ORDER.find((followed) => followed === entity?.type)
  if (!entity || !type || isDirect || !isPublishedToPartners(type, { action, changes })) return
  recordChange(tx, { action, changes, type, id: entity.id })
}

function signalChange(tx: Tx, actor: AuditActor, { action, entity }: AuditEntry): void {
  const by = actor.kind === 'user' ? actor.id : null
  const { noun, verb } = partsOf(action)
  if (noun === 'gtfs' && verb === 'imported')
    for (const resource of IMPORTED)
      signalAfterCommit(tx, { kind: 'change', resource, id: null, version: null, change: 'updated', by })
  if (!entity) return
  const resource = RESOURCES.find((known) => known === entity.type)
  if (!resource || noun === 'auth') return
  const change = verb === 'created' || verb === 'deleted' ? verb : 'updated'
  signalAfterCommit(tx, { kind: 'change', resource, id: entity.id, version: entity.version ?? null, change, by })
}

/**
 * Masks personal values of reservations: an event that could not be processed stays stored and outlives an erasure.
 * For a creation only the fields in `FOLLOWED_WHEN_MADE` remain, because subscribers read the rest from the record.
 */
function forFollowers(entry: AuditEntry): AuditEntry {
  if (entry.entity?.type !== 'reservations') return entry
  const masked = (value: unknown) => (value === null || value === undefined ? null : true)
  const changes = entry.changes
    ?.filter(({ field }) => !entry.isOfRecord || FOLLOWED_WHEN_MADE.includes(field))
    .map((change) =>
      isPersonal('reservations', change.field)
        ? { ...change, old: masked(change.old), new: masked(change.new) }
        : change,
    )
  return { ...entry, ...(changes && { changes }) }
}

/** Returns the fields that differ, each with its value before and after. */
export function diff(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  fields: Iterable<string>,
): Change[] {
  const changes: Change[] = []
  for (const field of fields)
    if (!same(before[field], after[field]))
      changes.push({ field, old: before[field] ?? null, new: after[field] ?? null })
  return changes
}

/** Returns whether two values are stored alike: the order of object keys does not matter, the order of lists does. */
export function same(a: unknown, b: unknown): boolean {
  return a === b || canonical(a ?? null) === canonical(b ?? null)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
