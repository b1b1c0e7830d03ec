import type { Figures, Sold } from '../../../contract/operations/dashboard-figures'
import { formatDate } from '../../providers/format/dates'
import { recordPath } from '../../kit/recordPaths'
import { textIn } from '../../kit/text'
import { choiceKey } from '../../kit/vocabularies'
import type { Format } from '../../ui/useFormat'

export const CHARTS = ['day', 'route', 'channel', 'partner'] as const
export type ChartName = (typeof CHARTS)[number]

/** A bar of a chart with its sales. */
export interface Bar {
  key: string
  label: string
  /** Path of the page with details; null without one. */
  to: string | null
  sold: Sold
  /** Comparison day before a range of a single day. */
  isBefore?: boolean
}

/** Returns the bars of a chart in display order; null when the user may not see them. */
export function barsOf(figures: Figures, chart: ChartName, { t, locale, language }: Format): Bar[] | null {
  switch (chart) {
    case 'day': {
      const label = (day: string) => formatDate(day, locale, { weekday: 'short', day: 'numeric', month: 'short' })
      const days = figures.by_day.map(({ day, ...sold }) => ({ key: day, label: label(day), to: null, sold }))
      if (days.length > 1) return days
      const day = figures.before_to
      return [{ key: day, label: label(day), to: null, sold: figures.before, isBefore: true }, ...days]
    }
    case 'route':
      return figures.by_route.map(({ id, code: _, name, ...sold }) => ({
        key: id,
        label: textIn(name, language),
        to: recordPath('routes', id),
        sold,
      }))
    case 'channel':
      return figures.by_channel.map(({ channel, ...sold }) => ({
        key: channel,
        label: t(choiceKey('channels', channel)),
        to: null,
        sold,
      }))
    case 'partner':
      return (
        figures.by_partner?.map(({ id, name, ...sold }) => ({
          key: id,
          label: name,
          to: recordPath('partners', id),
          sold,
        })) ?? null
      )
  }
}
