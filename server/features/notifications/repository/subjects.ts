import { sql, type Selectable } from 'kysely'
import { inLanguage, type I18nText } from '../../../../contract/core/scalars'
import type { Language } from '../../../../contract/core/languages'
import type { Db } from '../../../db/database'
import type { Database } from '../../../db/tables'

type StoredRow = Selectable<Database['notifications']> & { locale: Language }

/** Current values of a message's records. They are not stored with the message, so they disappear with the records. */
interface RecordFacts {
  /** Values of the latest record that still exists. */
  subject: Record<string, string>
  /** Records that still exist, latest last. */
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

/** Adds lead name, origin, destination and time to messages about reservations and journeys. */
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
    return { ...row, facts: { ids, subject: subjectValues(subjects.get(ids.at(-1) ?? ''), row.locale) } }
  })
}

const recordsOf = ({ record_ids: ids, entity_id: id }: StoredRow): string[] =>
  ids.length > 0 ? ids : id === null ? [] : [id]

function subjectValues(subject: Subject | undefined, language: Language): Record<string, string> {
  if (!subject) return {}
  const { who, from, to, at } = subject
  return {
    ...(who !== null && { who }),
    ...(from !== null && { from: inLanguage(from, language) }),
    ...(to !== null && { to: inLanguage(to, language) }),
    ...(at !== null && { at }),
  }
}

/** Local time at a station. */
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

/** A round trip has no destination of its own. */
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
