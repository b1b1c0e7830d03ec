import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useGetMany } from 'react-admin'
import type { Route } from '../../../../contract/entities/route'
import type { PASSENGER_CATEGORIES } from '../../../../contract/core/vocabulary'
import type { FareTable } from '../../../../contract/operations/fare-table'
import { formatMoney, minorToInput, parseMoney } from '../../../providers/format/money'
import { useMay } from '../../../providers/auth/useSession'
import { Muted } from '../../../ui/Muted'
import { problemText } from '../../../ui/problemText'
import { useFormat } from '../../../ui/useFormat'
import { RecordLink } from '../../../kit/RecordLink'
import { represent } from '../../../kit/registry'
import type { AnyRecord } from '../../../kit/resource'
import { call, type BodyOf } from '../../../providers/http/call'
import { triangleStyles } from './triangleStyles'

type FareChange = BodyOf<'PUT /routes/:id/fares'>['cells'][number]

interface FareTriangleProps {
  route: Route
  wanted: { routeId: string; category: (typeof PASSENGER_CATEGORIES)[number]; on: string }
  table: FareTable
  /** Called when unsaved fares exist or no longer exist; a stable function. */
  onUnsaved: (isUnsaved: boolean) => void
}

/** Fares by origin (rows) and destination (columns). Enter and the vertical arrow keys move within a column. */
export function FareTriangle({ route, wanted, table, onUnsaved }: FareTriangleProps) {
  const format = useFormat()
  const { t, locale } = format
  const queryClient = useQueryClient()
  const mayEdit = useMay('edit', 'fares')
  const grid = useRef<HTMLTableElement>(null)
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [state, setState] = useState<{ saving: boolean; refusal: unknown; done: number | null }>(IDLE)
  const { currency } = table
  const { origins, destinations } = fareEnds(route)
  const nameOf = useStationNames([...new Set([...origins, ...destinations])])
  const stored = new Map(
    table.cells.map((cell) => [pairKey(cell.origin_station_id, cell.destination_station_id), cell]),
  )
  const written = (key: string) => {
    const amount = stored.get(key)?.amount_minor
    return amount === undefined ? '' : minorToInput(amount, currency, locale)
  }
  const read = (text: string) => (text.trim() === '' ? null : parseMoney(text, currency, locale))
  const changes = Object.entries(typed).flatMap(([key, text]): (FareChange & { isWrong: boolean })[] => {
    const [origin_station_id = '', destination_station_id = ''] = key.split(' ')
    const amount_minor = read(text)
    const isWrong = text.trim() !== '' && (amount_minor === null || amount_minor < 0)
    if (!isWrong && amount_minor === (stored.get(key)?.amount_minor ?? null)) return []
    return [{ origin_station_id, destination_station_id, amount_minor, isWrong }]
  })
  const wrong = new Set(
    changes
      .filter((change) => change.isWrong)
      .map((each) => pairKey(each.origin_station_id, each.destination_station_id)),
  )
  const changed = new Set(changes.map((each) => pairKey(each.origin_station_id, each.destination_station_id)))
  const isUnsaved = changes.length > 0
  useEffect(() => {
    onUnsaved(isUnsaved)
    return () => onUnsaved(false)
  }, [isUnsaved, onUnsaved])
  const save = async () => {
    setState({ saving: true, refusal: null, done: null })
    try {
      const saved = await call('PUT /routes/:id/fares', {
        params: { id: wanted.routeId },
        body: {
          category: wanted.category,
          currency,
          from: wanted.on,
          cells: changes.map(({ isWrong: _wrong, ...change }) => change),
        },
      })
      queryClient.setQueryData(['fares', 'table', wanted.routeId, wanted.category, wanted.on], saved)
      void queryClient.invalidateQueries({ queryKey: ['fares'] })
      setTyped({})
      setState({ saving: false, refusal: null, done: changes.length })
    } catch (error) {
      setState({ saving: false, refusal: error, done: null })
    }
  }
  const walk = (event: KeyboardEvent<HTMLInputElement>, row: number, column: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    for (let next = row + step; next >= 0 && next < origins.length; next += step) {
      const box = grid.current?.querySelector<HTMLInputElement>(`[data-box="${next}-${column}"]`)
      if (box) return box.select()
    }
  }
  return (
    <>
      <Box sx={triangleStyles}>
        <table ref={grid} aria-label={t('app.fares.title')}>
          <thead>
            <tr>
              <th scope="col">{t('app.fares.corner', { currency })}</th>
              {destinations.map((id) => (
                <th key={id} scope="col">
                  <RecordLink resource="stations" id={id} plain />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {origins.map((origin, row) => (
              <tr key={origin}>
                <th scope="row">
                  <RecordLink resource="stations" id={origin} plain />
                </th>
                {destinations.map((destination, column) => {
                  const key = pairKey(origin, destination)
                  if (!isServed(route, origin, destination)) return <td key={destination} data-off />
                  return (
                    <td key={destination} data-changed={changed.has(key)}>
                      {mayEdit ? (
                        <input
                          data-box={`${row}-${column}`}
                          inputMode="decimal"
                          autoComplete="off"
                          dir="ltr"
                          aria-label={t('app.fares.cell', { from: nameOf(origin), to: nameOf(destination) })}
                          aria-invalid={wrong.has(key)}
                          placeholder={
                            table.flat_minor === null ? '–' : minorToInput(table.flat_minor, currency, locale)
                          }
                          value={typed[key] ?? written(key)}
                          onChange={(event) => setTyped({ ...typed, [key]: event.target.value })}
                          onFocus={(event) => event.target.select()}
                          onKeyDown={(event) => walk(event, row, column)}
                        />
                      ) : (
                        <span dir="ltr">{written(key) || '–'}</span>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
      {table.flat_minor !== null && (
        <Box sx={{ mt: 2, fontSize: 'body2.fontSize' }}>
          <Muted>{t('app.fares.flat', { amount: formatMoney(table.flat_minor, currency, locale) })}</Muted>
        </Box>
      )}
      {state.refusal !== null && (
        <Alert severity="error" sx={{ mt: 3 }}>
          {problemText(state.refusal, format)}
        </Alert>
      )}
      {mayEdit && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 3, minHeight: 36 }}>
          <Box role="status" sx={{ flex: 1, fontSize: 'body2.fontSize', color: 'text.secondary' }}>
            {wrong.size > 0
              ? t('app.fares.wrong')
              : changes.length === 0 && state.done !== null
                ? t('app.fares.saved', { smart_count: state.done })
                : ''}
          </Box>
          <Button disabled={changes.length === 0} onClick={() => setTyped({})}>
            {t('app.fares.discard')}
          </Button>
          <Button
            variant="contained"
            loading={state.saving}
            disabled={changes.length === 0 || wrong.size > 0}
            onClick={() => void save()}
          >
            {changes.length === 0 ? t('ra.action.save') : t('app.fares.save', { smart_count: changes.length })}
          </Button>
        </Box>
      )}
    </>
  )
}

function useStationNames(ids: string[]): (id: string) => string {
  const { language } = useFormat()
  const { data } = useGetMany<AnyRecord>('stations', { ids })
  return (id) => {
    const station = data?.find((each) => each.id === id)
    return station ? represent('stations', station, language) : id
  }
}

const IDLE = { saving: false, refusal: null, done: null }

const pairKey = (originId: string, destinationId: string) => `${originId} ${destinationId}`

/** Returns the stations for boarding and for alighting, each once, in route order. */
function fareEnds({ stops }: Pick<Route, 'stops'>): { origins: string[]; destinations: string[] } {
  const last = stops.length - 1
  const of = (list: Route['stops']) => [...new Set(list.map((stop) => stop.station_id))]
  return {
    origins: of(stops.filter((stop, index) => index < last && stop.pickup_type !== 'none')),
    destinations: of(stops.filter((stop, index) => index > 0 && stop.drop_off_type !== 'none')),
  }
}

/** Returns whether the route goes from one station to the other. */
function isServed({ stops }: Pick<Route, 'stops'>, originId: string, destinationId: string): boolean {
  const ids = stops.map((stop) => stop.station_id)
  return originId !== destinationId && ids.indexOf(originId) < ids.lastIndexOf(destinationId)
}
