import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { ClockField } from '../../../ui/ClockField'
import { Muted } from '../../../ui/Muted'
import { PriceLines } from '../../../ui/PriceLines'
import { problemText } from '../../../ui/problemText'
import { useFormat } from '../../../ui/useFormat'
import { Card } from '../../../kit/RecordSections'
import { CallerCard } from './CallerCard'
import { AsideCard, DeskColumns, SoldPanel } from './DeskLayout'
import { HireEndField } from './HireEndField'
import { HirePlaceBox } from './HirePlaceBox'
import { HireStops } from './HireStops'
import { useConfirmKey } from './useConfirmKey'
import { useHire, type HireDesk as Desk, type HireDraft } from './useHire'
import { VehicleTypeChoice } from './VehicleTypeChoice'
import { Column } from '../../../ui/Column'

/** Takes the request for a vehicle hired whole; somebody approves it once vehicle and driver are sure. */
export function HireDesk({ onAnother }: { onAnother: () => void }) {
  const { t } = useFormat()
  const desk = useHire()
  const { draft, setDraft } = desk
  useConfirmKey(() => void desk.send())
  if (desk.done) return <SoldPanel sold={[desk.done]} onAnother={onAnother} />
  const set = (part: Partial<HireDraft>) => setDraft({ ...draft, ...part })
  const label = (field: string) => t(`resources.reservations.fields.hire_${field}`)
  const count = (name: 'passengers' | 'luggage', text: string, least: number) => (
    <TextField
      type="number"
      label={text}
      value={String(draft[name])}
      onFocus={(event) => (event.target as HTMLInputElement).select()}
      onChange={(event) => set({ [name]: Math.max(least, Math.trunc(Number(event.target.value)) || least) })}
      slotProps={{ htmlInput: { min: least, max: 500 }, inputLabel: { shrink: true } }}
    />
  )
  return (
    <DeskColumns aside={<HireAside desk={desk} />}>
      <CallerCard caller={desk.caller} onChange={desk.setCaller} missing={desk.missing} />
      <Card title={t('app.section.travel')}>
        <Column>
          <HirePlaceBox title={label('pickup')} place={draft.pickup} onChange={(pickup) => set({ pickup })} />
          <HireStops stops={draft.via} onChange={(via) => set({ via })} />
          <HirePlaceBox title={label('dropoff')} place={draft.dropoff} onChange={(dropoff) => set({ dropoff })} />
          <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 4 }}>
            <ClockField
              label={label('starts_at')}
              wall={draft.starts}
              zone={desk.zone}
              onWall={(starts) => set({ starts })}
              slotProps={{ inputLabel: { shrink: true } }}
            />
            <HireEndField starts={draft.starts} ends={draft.ends} zone={desk.zone} onEnds={(ends) => set({ ends })} />
          </Box>
          <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(3, 1fr)' }, gap: 4 }}>
            {count('passengers', label('passengers'), 1)}
            {count('luggage', label('luggage_units'), 0)}
            <TextField
              type="number"
              label={`${label('distance_km')} (${t('app.unitShort.km')})`}
              value={draft.distanceKm}
              onChange={(event) => set({ distanceKm: event.target.value })}
              slotProps={{ inputLabel: { shrink: true } }}
            />
          </Box>
          <VehicleTypeChoice
            passengers={draft.passengers}
            luggage={draft.luggage}
            value={draft.vehicleTypeId}
            onChange={(vehicleTypeId) => set({ vehicleTypeId })}
          />
        </Column>
      </Card>
    </DeskColumns>
  )
}

function HireAside({ desk }: { desk: Desk }) {
  const format = useFormat()
  const { t } = format
  const { quote, isAsked, refusal, missing, sending } = desk
  return (
    <AsideCard>
      <Typography variant="h2">{t('app.desk.sale')}</Typography>
      {!isAsked && <Muted>{t('app.desk.hireFirst')}</Muted>}
      {quote.error && <Alert severity="warning">{problemText(quote.error, format)}</Alert>}
      {isAsked && quote.data && (
        <PriceLines
          lines={quote.data.lines}
          currency={quote.data.currency}
          totalMinor={quote.data.total_minor}
          totalLabel={t('app.reservation.total')}
        />
      )}
      {missing === 'hire' && <Alert severity="warning">{t('app.desk.hireFirst')}</Alert>}
      {refusal !== null && <Alert severity="error">{problemText(refusal, format)}</Alert>}
      <Muted>{t('app.desk.hireText')}</Muted>
      <Button
        variant="contained"
        size="large"
        loading={sending}
        title="Ctrl+Enter"
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={() => void desk.send()}
      >
        {t('app.desk.sendRequest')}
      </Button>
    </AsideCard>
  )
}
