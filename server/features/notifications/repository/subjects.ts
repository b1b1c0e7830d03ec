import { sql, type Selectable } from 'kysely'
import { inLanguage, type I18nText } from '../../../../contract/core/scalars'
import type { Language } from '../../../../contract/core/languages'
import type { Db } from '../../../db/database'
import type { Database } from '../../../db/tables'

type StoredRow = Selectable<Database['notifications']> & { locale: Language }

/** What a message says of its records as they are now: nothing of it is kept with the message, so it goes as they go. */
interface RecordFacts {
  /** Of the latest record that is still there. */
  subject: Record<string, string>
  /** Those that are still there, the latest last. */
  ids: string[]
}

export type NotificationRow = StoredRow & { facts: RecordFacts | null }

interface Subject {
  id: string
  who: string | null
  from: I18nText | null
  to: I18nText | null
  at: string | null
}

/** Adds who travels, from where to where and when, to messages about bookings and journeys. */
export async function withFacts(db: Db, rows: readonly StoredRow[]): Promise<NotificationRow[]> {
  const idsOf = (type: string) => [
    ...new Set(rows.filter((row) => row.entity_type === type).flatMap((row) => recordsOf(row))),
  ]
  const subjects = new Map(
    [...(await bookings(db, idsOf('reservations'))), ...(await journeys(db, idsOf('journeys')))].map((subject) => [
      subject.id,
      subject,
    ]),
  )
  return rows.map((row) => {
    if (row.entity_type !== 'reservations' && row.entity_type !== 'journeys') return { ...row, facts: null }
    const ids = recordsOf(row).filter((id) => subjects.has(id))
    return { ...row, facts: { ids, subject: told(subjects.get(ids.at(-1) ?? ''), row.locale) } }
  })
}

const recordsOf = ({ record_ids: ids, entity_id: id }: StoredRow): string[] =>
  ids.length > 0 ? ids : id === null ? [] : [id]

function told(subject: Subject | undefined, language: Language): Record<string, string> {
  if (!subject) return {}
  const { who, from, to, at } = subject
  return {
    ...(who !== null && { who }),
    ...(from !== null && { from: inLanguage(from, language) }),
    ...(to !== null && { to: inLanguage(to, language) }),
    ...(at !== null && { at }),
  }
}

/** An instant by the clock of a station. */
const CLOCK = sql.lit(`YYYY-MM-DD"T"HH24:MI`)

async function bookings(db: Db, ids: readonly string[]): Promise<Subject[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Subject>`
    select r.id, r.lead_name as who, o.name as "from", d.name as "to",
      to_char(r.travel_at at time zone coalesce(o.timezone, c.timezone), ${CLOCK}) as at
    from reservations r
      left join stations o on o.id = r.origin_station_id
      left join stations d on d.id = r.destination_station_id
      left join company c on true
    where r.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

/** A round trip is told by where it begins. */
async function journeys(db: Db, ids: readonly string[]): Promise<Subject[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Subject>`
    select j.id, null as who, o.name as "from", d.name as "to",
      to_char(j.departs_at at time zone o.timezone, ${CLOCK}) as at
    from journeys j
      left join stations o on o.id = j.origin_station_id
      left join stations d on d.id = j.destination_station_id and d.id <> j.origin_station_id
    where j.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}
