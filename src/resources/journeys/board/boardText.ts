import type { BoardRow } from '../../../../contract/operations/board'
import { leftToRight } from '../../../providers/format/bidi'
import { formatTime } from '../../../providers/format/dates'
import type { Format } from '../../../ui/useFormat'
import type { Bar, Block, BoardModel, Conflict } from './boardModel'
import { numberFormat } from '../../../providers/format/intl'

/** Suffix of a journey code, which repeats the position on the axis. */
const DAY_AND_TIME = /-\d{8}-\d{4}(-\d+)?$/
export const shortLabel = (label: string) => label.replace(DAY_AND_TIME, '')

/** Returns initial and last word of a name to fit a bar: `M. Ruiz`. */
export function shortName(name: string): string {
  const [first = '', ...rest] = name.split(' ')
  const last = rest.at(-1)
  return last === undefined ? first : `${[...first][0] ?? ''}. ${last}`
}

export const clock = (ms: number, zone: string, { locale }: Format) =>
  Number.isFinite(ms) ? formatTime(new Date(ms).toISOString(), { locale, zone }) : '…'

/** Returns the type of a downtime or absence as text, or the name of the job. */
export const blockText = ({ kind, label }: Pick<Block, 'kind' | 'label'>, by: BoardModel['by'], { t }: Format) =>
  kind === 'job' ? shortLabel(label) : t(`choices.${by === 'vehicle' ? 'downtimeKinds' : 'absenceKinds'}.${label}`)

/** Returns the reason why a job cannot be assigned to a row. */
export function conflictText(conflict: Conflict, row: BoardRow, by: BoardModel['by'], zone: string, format: Format) {
  const { t } = format
  const key = `app.board.conflict.${conflict.kind}`
  const name = row.label
  switch (conflict.kind) {
    case 'assigned':
    case 'inactive':
      return t(key, { name })
    case 'seats':
      return t(key, { name, seats: conflict.seats, taken: conflict.taken })
    case 'licence':
      return t(key, { name, categories: conflict.categories })
    case 'expired':
    case 'uninspected':
      return t(key, { name, day: conflict.day })
    case 'busy': {
      const { block } = conflict
      const [from, to] = [clock(block.from, zone, format), clock(block.to, zone, format)]
      return t(key, { name, what: blockText(block, by, format), from, to })
    }
  }
}

/** Formats the kilometres of an empty run. */
export const emptyText = (km: number, { t, locale }: Format) =>
  t('app.board.empty_km', { km: numberFormat(locale).format(km) })

/**
 * Returns the content of a bar as text for screen readers.
 * @param name name of its row
 * @param other the driver on a vehicle row, the vehicle on a driver row
 */
export function barText(
  { job, from, done, emptyKm }: Bar,
  name: string | null,
  other: string | null,
  zone: string,
  format: Format,
): string {
  const { t } = format
  const stops = [job.origin, job.destination].filter((code) => code !== null).join(' → ')
  return [
    job.label,
    `${clock(from, zone, format)} – ${clock(done, zone, format)}`,
    stops,
    name ?? t('app.board.unassigned'),
    other ?? '',
    t('app.board.load', { taken: job.seats_taken, capacity: job.capacity }),
    job.seats_taken > job.capacity ? t('app.board.toMove', { count: job.seats_taken - job.capacity }) : '',
    job.delay_min > 0 ? t('app.board.late', { minutes: job.delay_min }) : '',
    emptyKm > 0 ? emptyText(emptyKm, format) : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}

const CHARACTER_PX = 6.4
const BESIDE_TEXT_PX = 8

/**
 * Returns the text of a bar: the time, then as much as fits, left to right in every language. Truncated here, because the
 * browser creates a clip for each bar that clips its text.
 */
export function writingOn(width: number, time: string, label: string, name = ''): string {
  const room = Math.floor((width - BESIDE_TEXT_PX) / CHARACTER_PX)
  if (room < time.length) return ''
  const named = `${time} ${label}`
  const whole = name === '' ? named : `${named} · ${name}`
  const text = whole.length <= room ? whole : named.length <= room ? named : `${named.slice(0, room - 1).trimEnd()}…`
  return leftToRight(text.length <= time.length ? time : text)
}
