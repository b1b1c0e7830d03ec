import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { Season } from '../../../../contract/entities/season'
import { weekdayNames } from '../../../providers/format/names'
import { useMay } from '../../../providers/auth/useSession'
import { Refused } from '../../../kit/Blockers'
import { dayOf } from '../../../ui/addressValues'
import { DateBox } from '../../../ui/DateBox'
import { AccessDenied } from '../../../ui/AccessDenied'
import { PageHeader } from '../../../ui/PageHeader'
import { useFormat } from '../../../ui/useFormat'
import { DaysBox } from '../../../ui/DaysBox'
import { RecordPicker } from '../../../kit/form/RecordPicker'
import { labelOf, resourceName } from '../../../kit/labels'
import { Card } from '../../../kit/RecordSections'
import { Column, FormColumns, TwoColumns } from '../../../ui/Column'
import { Preview } from './Preview'
import { useGeneration, type Generation } from './useGeneration'

/** Generates the departures of a route for a span of days; existing departures are not changed. */
export default function Generate() {
  const { t } = useFormat()
  const mayCreate = useMay('create', 'journeys')
  if (!mayCreate) return <AccessDenied />
  return (
    <>
      <PageHeader
        title={t('app.operations.generate.title')}
        subtitle={t('app.operations.generate.text')}
        back={{ to: '/journeys', label: resourceName(t, 'journeys') }}
      />
      <Steps />
    </>
  )
}

function Steps() {
  const { t } = useFormat()
  const order = useGeneration()
  const { preview } = order
  return (
    <TwoColumns>
      <Card title={t('app.operations.generate.pattern')}>
        <Pattern order={order} />
      </Card>
      <Card
        title={t('app.operations.generate.preview')}
        action={
          <Button
            variant="contained"
            loading={order.busy}
            disabled={order.task !== null || !order.isPreviewed || (preview?.created ?? 0) === 0}
            onClick={() => void order.apply()}
          >
            {t('app.operations.generate.apply', { count: order.task ? 0 : (preview?.created ?? 0) })}
          </Button>
        }
      >
        <Refused refusal={order.refusal} />
        <Preview answer={preview} task={order.task} routeId={order.route_id} />
      </Card>
    </TwoColumns>
  )
}

function Pattern({ order }: { order: Generation }) {
  const { t, locale } = useFormat()
  return (
    <Column>
      <RecordPicker
        resource="routes"
        filter={{ status: 'active' }}
        ids={order.route_id === null ? [] : [order.route_id]}
        onPick={([id]) => order.setRoute(id ?? null)}
        box={{ label: labelOf(t, 'journeys', 'route_id'), required: true }}
      />
      <RecordPicker
        resource="vehicle-types"
        filter={{ status: 'active' }}
        ids={order.vehicle_type_id === null ? [] : [order.vehicle_type_id]}
        onPick={([id]) => order.setType(id ?? null)}
        box={{ label: labelOf(t, 'journeys', 'vehicle_type_id'), required: true }}
      />
      <TextField
        required
        label={t('app.operations.generate.times')}
        helperText={t(order.hasWrongTime ? 'app.operations.generate.wrongTime' : 'app.operations.generate.timesHint')}
        error={order.hasWrongTime}
        value={order.times}
        onChange={(event) => order.setTimes(event.target.value)}
        slotProps={{ htmlInput: { dir: 'ltr', autoComplete: 'off' } }}
      />
      <RecordPicker
        resource="seasons"
        filter={{ status: 'active' }}
        ids={order.season_id === null ? [] : [order.season_id]}
        onPick={(_ids, [season]) => order.setSeason((season as Season | undefined) ?? null)}
        box={{ label: t('app.operations.generate.season') }}
      />
      <FormColumns>
        <DateBox required label={t('app.filter.from')} value={order.from} onChange={order.setFrom} />
        <DateBox
          required
          label={t('app.filter.to')}
          value={order.to}
          min={dayOf(order.from) ?? undefined}
          onChange={order.setTo}
        />
      </FormColumns>
      <Box>
        <Box sx={{ fontSize: 'body2.fontSize', color: 'text.secondary', mb: 1 }}>
          {t('app.operations.generate.weekdays')}
        </Box>
        <ToggleButtonGroup
          size="small"
          aria-label={t('app.operations.generate.weekdays')}
          value={order.weekdays}
          onChange={(_event, days: number[]) => order.setWeekdays(days)}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'repeat(4, auto)', sm: 'repeat(7, auto)' },
            rowGap: 1,
            width: 'fit-content',
          }}
        >
          {weekdayNames(locale, 'short').map(({ day, name }) => (
            <ToggleButton key={day} value={day}>
              {name}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      {/* Days without departures, such as holidays. */}
      <Box>
        <DaysBox label={t('app.operations.generate.except')} days={order.except_dates} onChange={order.setExcept} />
      </Box>
    </Column>
  )
}
