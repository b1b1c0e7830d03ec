import { sql } from 'kysely'
import type { Reader, Tx } from '../../../db/transaction'

export type LinkKind = 'stations' | 'routes' | 'journeys' | 'fares'

export interface Link {
  recordId: string
  /** Digest of the feed's values at the last import. */
  fingerprint: string
}

export interface NewLink extends Link {
  externalId: string
}

const BATCH_ROWS = 5_000
/** Fingerprint of a link that no import made; differs from every real one. */
export const NEVER_IMPORTED = ''

/**
 * Locks imports until the end of the transaction, across all processes. Concurrent imports of one feed would create
 * duplicates.
 */
export async function lockImports(tx: Tx): Promise<void> {
  await sql`lock table import_links in share row exclusive mode`.execute(tx)
}

/** Returns the existing records created from these rows of a feed, by external id. */
export async function linksOf(
  reader: Reader,
  source: string,
  kind: LinkKind,
  externalIds: readonly string[],
): Promise<Map<string, Link>> {
  const links = new Map<string, Link>()
  for (const ids of batches(externalIds, BATCH_ROWS)) {
    const { rows } = await sql<{ external_id: string; record_id: string; fingerprint: string }>`
      select l.external_id, l.record_id, l.fingerprint
      from import_links l join ${sql.table(kind)} r on r.id = l.record_id
      where l.source = ${source} and l.kind = ${kind} and l.external_id = any(${ids}::text[])`.execute(reader)
    for (const row of rows) links.set(row.external_id, { recordId: row.record_id, fingerprint: row.fingerprint })
  }
  return links
}

/** Stores the records of feed rows, replacing earlier links. */
export async function saveLinks(tx: Tx, source: string, kind: LinkKind, links: readonly NewLink[]): Promise<void> {
  for (const some of batches(links, BATCH_ROWS))
    await sql`
      insert into import_links (source, kind, external_id, record_id, fingerprint)
      select ${source}, ${kind}, * from unnest(
        ${some.map((link) => link.externalId)}::text[], ${some.map((link) => link.recordId)}::uuid[], ${some.map((link) => link.fingerprint)}::text[]
      )
      on conflict (source, kind, external_id) do update set record_id = excluded.record_id, fingerprint = excluded.fingerprint`.execute(
      tx,
    )
}

/** Deletes the links of one kind of a source; its records stay. */
export async function deleteLinks(tx: Tx, source: string, kind: LinkKind): Promise<void> {
  await tx.deleteFrom('import_links').where('source', '=', source).where('kind', '=', kind).execute()
}

/** Splits the list into parts of at most `size`. */
export function* batches<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size)
}
