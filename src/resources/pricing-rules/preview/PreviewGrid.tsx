import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { useRef, useState, type KeyboardEvent } from 'react'
import { inLanguage } from '../../../../contract/core/scalars'
import type { PricePreview, PreviewRow } from '../../../../contract/operations/pricing-preview'
import { formatDate } from '../../../providers/format/dates'
import { formatMoney, minorToInput } from '../../../providers/format/money'
import { useFormat } from '../../../ui/useFormat'
import { gridStyles } from './gridStyles'
import { onDemand } from '../../../ui/onDemand'
import { type useAskedRule, changeText } from './usePreview'

const CellExplanation = onDemand(async () => ({ default: (await import('./CellExplanation')).CellExplanation }))

interface Cell {
  row: number
  day: number
}

export interface PreviewGridProps {
  preview: PricePreview
  asked: ReturnType<typeof useAskedRule>
}

/** Station pairs by days with the new price and its change. Arrow keys move, Enter explains a price. */
export function PreviewGrid({ preview, asked }: PreviewGridProps) {
  const { t, locale, language } = useFormat()
  const { direction } = useTheme()
  const { dates, rows, seasons } = preview
  const table = useRef<HTMLTableElement>(null)
  const [chosen, setChosen] = useState<Cell>({ row: 0, day: 0 })
  // The focus stays within the grid after it has become smaller.
  const current = { row: Math.min(chosen.row, rows.length - 1), day: Math.min(chosen.day, dates.length - 1) }
  const [asking, setAsking] = useState<{ key: string; day: string; anchor: HTMLElement } | null>(null)
  const moveFocus = (event: KeyboardEvent) => {
    const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const back = direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
    const step = { [forward]: [0, 1], [back]: [0, -1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key]
    if (!step) return
    event.preventDefault()
    const next = {
      row: Math.min(rows.length - 1, Math.max(0, current.row + (step[0] ?? 0))),
      day: Math.min(dates.length - 1, Math.max(0, current.day + (step[1] ?? 0))),
    }
    setChosen(next)
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.row}-${next.day}"]`)?.focus()
  }
  // Identified by value instead of position, because the grid can change while the explanation is open.
  const askedRow = rows.find((row) => rowKey(row) === asking?.key)
  const askedDay = asking ? dates.indexOf(asking.day) : -1
  return (
    <>
      <Box sx={gridStyles}>
        <table ref={table} role="grid" aria-label={t('app.rule.preview')} onKeyDown={moveFocus}>
          <thead>
            <tr>
              <th scope="col">{t('app.rule.way')}</th>
              {dates.map((day, index) => (
                <th key={day} scope="col" data-season={seasons[index] !== null}>
                  <span>{formatDate(day, locale, { weekday: 'short' })}</span>
                  <b>{formatDate(day, locale, { day: 'numeric', month: 'short' })}</b>
                  <i title={seasons[index] ?? undefined}>{seasons[index] ?? ''}</i>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, rowIndex) => (
              <tr key={rowKey(row)}>
                <th scope="row">
                  <span>{inLanguage(row.label, language)}</span>
                  <small>{[row.route_code, row.currency].filter(Boolean).join(' · ')}</small>
                </th>
                {dates.map((day, dayIndex) => (
                  <Price
                    key={day}
                    row={row}
                    index={dayIndex}
                    day={day}
                    cell={`${rowIndex}-${dayIndex}`}
                    inTabOrder={current.row === rowIndex && current.day === dayIndex}
                    onAsk={(anchor) => {
                      setChosen({ row: rowIndex, day: dayIndex })
                      setAsking({ key: rowKey(row), day, anchor })
                    }}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
      {asking && askedRow && askedDay >= 0 && (
        <CellExplanation
          row={askedRow}
          day={asking.day}
          before={askedRow.before[askedDay] ?? null}
          after={askedRow.after[askedDay] ?? null}
          asked={asked}
          anchor={asking.anchor}
          onClose={() => {
            asking.anchor.focus()
            setAsking(null)
          }}
        />
      )}
    </>
  )
}

const rowKey = (row: PreviewRow) => `${row.route_id} ${row.origin_station_id} ${row.destination_station_id}`

interface PriceProps {
  row: PreviewRow
  index: number
  day: string
  cell: string
  inTabOrder: boolean
  onAsk: (anchor: HTMLElement) => void
}

function Price({ row, index, day, cell, inTabOrder, onAsk }: PriceProps) {
  const { t, locale, language } = useFormat()
  const [before, after, currency] = [row.before[index] ?? null, row.after[index] ?? null, row.currency ?? '']
  if (after === null || before === null)
    return (
      <td role="gridcell" data-cell={cell} tabIndex={inTabOrder ? 0 : -1} aria-label={t('app.rule.noFare')}>
        –
      </td>
    )
  const change = after - before
  const values = {
    way: inLanguage(row.label, language),
    day: formatDate(day, locale),
    old: formatMoney(before, currency, locale),
    price: formatMoney(after, currency, locale),
  }
  return (
    <td
      role="gridcell"
      data-cell={cell}
      data-change={Math.sign(change)}
      tabIndex={inTabOrder ? 0 : -1}
      aria-label={t(change === 0 ? 'app.rule.cellSame' : 'app.rule.cellChanged', values)}
      onClick={(event) => onAsk(event.currentTarget)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onAsk(event.currentTarget)
      }}
    >
      <b dir="ltr">{minorToInput(after, currency, locale)}</b>
      <small dir="ltr">{change === 0 ? ' ' : changeText(change, currency, locale)}</small>
    </td>
  )
}
