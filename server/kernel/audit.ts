import { uuidv7 } from 'uuidv7'
import type { AuditActor, AuditEntry, Change } from '../db/audit-entry'
import { leaveJobMail, leaveMail } from './mail-causes'
import { tellOf } from './notices/tell'
import { recordChange, type Tx } from '../db/transaction'

export type { AuditActor, AuditEntry, Change }

/** Rows that one statement writes: a statement has a limit of parameters. */
const PARTS_AT_ONCE = 500

export interface AuditContext {
  actor: AuditActor
  requestId: string
  ip: string | null
  /** What is written is part of a job that tells of itself as a whole: nobody is notified of each record. */
  isPartOfJob?: true
}

/**
 * Writes who did what, in the transaction of what was done: there is no change without its entry. It is the one place
 * where every change is known, so whoever has to hear of it is told from here.
 */
export async function audit(tx: Tx, context: AuditContext, entry: AuditEntry): Promise<void> {
  const writing = tx.insertInto('audit_events').values(rowOf(context, entry))
  const isTold = entry.isPartOfJob !== true && context.isPartOfJob !== true
  if (!(isTold && (await tellOf(tx, context.actor, entry, writing)))) await writing.execute()
  if (entry.entity) recordChange(tx, { action: entry.action, changes: entry.changes ?? [], entity: entry.entity })
  if (entry.isPartOfJob === true) return
  await leaveMail(tx, entry)
  await leaveJobMail(tx, entry)
}

/** The same for the many writes of one job that tells of itself as a whole: nobody is notified of each. */
export async function auditParts(tx: Tx, context: AuditContext, entries: readonly AuditEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += PARTS_AT_ONCE) {
    const some = entries.slice(from, from + PARTS_AT_ONCE)
    await tx
      .insertInto('audit_events')
      .values(some.map((entry) => rowOf(context, entry)))
      .execute()
  }
  for (const { action, changes = [], entity } of entries) if (entity) recordChange(tx, { action, changes, entity })
}

const rowOf = (context: AuditContext, entry: AuditEntry) => ({
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
  changes: JSON.stringify(entry.changes ?? []),
  reason: entry.reason ?? null,
})

/** Tells of something that changed no record and so has no place in the history, such as a job that failed. */
export async function announce(tx: Tx, actor: AuditActor, entry: AuditEntry): Promise<void> {
  await tellOf(tx, actor, entry)
}

/** The fields that differ, each with its value before and after. */
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

/** Equal as stored values: key order inside objects does not matter, the order of lists does. */
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
