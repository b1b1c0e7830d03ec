import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Route } from '../../../../contract/entities/route'
import { PASSENGER_CATEGORIES } from '../../../../contract/core/vocabulary'
import { today } from '../../../providers/format/dates'
import { dayOf } from '../../../ui/addressValues'
import { DateBox } from '../../../ui/DateBox'
import { Muted } from '../../../ui/Muted'
import { problemText } from '../../../ui/problemText'
import { UnsavedGuard, useMayLeave } from '../../../ui/UnsavedGuard'
import { useFormat } from '../../../ui/useFormat'
import { Card } from '../../../kit/RecordSections'
import { choiceKey } from '../../../kit/vocabularies'
import { call } from '../../../providers/http/call'
import { FareTriangle } from './FareTriangle'
import { SelectBox } from '../../../ui/SelectBox'

const MIN_HEIGHT = 180

type Category = (typeof PASSENGER_CATEGORIES)[number]

/** Fares between the stops of a route, for one category, valid from a day. */
export function FareCard({ route }: { route: Route }) {
  const format = useFormat()
  const { t } = format
  const [category, setCategory] = useState<Category>('adult')
  const [on, setOn] = useState(() => today(Date.now()))
  const [unsaved, setUnsaved] = useState(false)
  const mayLeave = useMayLeave(unsaved)
  const wanted = { routeId: route.id, category, on }
  const { data, error } = useQuery({
    queryKey: ['fares', 'table', route.id, category, on],
    queryFn: () =>
      call('GET /routes/:id/fares', {
        params: { id: wanted.routeId },
        query: { category: wanted.category, on: wanted.on },
      }),
  })
  return (
    <Card title={t('app.fares.title')}>
      <UnsavedGuard when={unsaved} />
      <Box data-fares sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mb: 4 }}>
        <SelectBox
          label={t('app.fares.category')}
          value={category}
          onChange={(next) => mayLeave() && setCategory(next)}
          sx={{ width: 180 }}
          slotProps={{ inputLabel: { shrink: true } }}
          options={PASSENGER_CATEGORIES}
          labelOf={(word) => t(choiceKey('passengerCategories', word))}
        />
        <DateBox
          label={t('app.fares.from')}
          value={on}
          onChange={(day) => dayOf(day) && mayLeave() && setOn(day)}
          sx={{ width: 200 }}
        />
      </Box>
      <Box sx={{ minHeight: MIN_HEIGHT }}>
        {error ? (
          <Alert severity="error">{problemText(error, format)}</Alert>
        ) : route.stops.length < 2 ? (
          <Muted>{t('app.fares.noStops')}</Muted>
        ) : data ? (
          <FareTriangle key={`${category} ${on}`} route={route} wanted={wanted} table={data} onUnsaved={setUnsaved} />
        ) : (
          <Skeleton variant="rounded" height={MIN_HEIGHT} />
        )}
      </Box>
    </Card>
  )
}
