import Alert from '@mui/material/Alert'
import { useFormat } from '../../../ui/useFormat'
import { ChangeDialog } from './ChangeDialog'
import { ChangeCost } from './ChangeCost'
import type { DialogProps } from './dialogProps'
import { PartyCounts } from '../desk/PartyCounts'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { SelectBox } from '../../../ui/SelectBox'
import { DepartureChoice } from './DepartureChoice'
import { LegText } from './LegText'
import { StopChoice } from './StopChoice'
import { CUSTOMER_REQUEST } from './ChangeReasonFields'
import { partyText, useSeatChange } from './useSeatChange'

const PARTS = ['departure', 'stops', 'passengers'] as const
type Part = (typeof PARTS)[number]

/** Changes departure, stops or passengers of a seat booking, also several of them at once. */
export function ChangeBookingDialog(props: DialogProps) {
  const { reservation } = props
  const { t, ...format } = useFormat()
  const [part, setPart] = useState<Part>('departure')
  const [at, setAt] = useState(0)
  const change = useSeatChange(reservation)
  const leg = change.legs[at]
  const before = reservation.legs[at]
  return (
    <ChangeDialog
      {...props}
      isWide
      title={t('app.desk.steps.change')}
      actionOf={() => t('app.desk.change.apply')}
      dismissal={t('app.desk.change.discard')}
      usually={CUSTOMER_REQUEST}
      verb={change.request?.verb ?? 'amend'}
      change={change.request?.change ?? null}
      isSettled={change.isSettled}
      outcome={(after) => (
        <ChangeCost
          before={reservation}
          after={after}
          facts={[
            ...change.changedLegs.map((index) => ({
              label: t('app.section.travel'),
              before: <LegText leg={reservation.legs[index]} />,
              after: <LegText leg={change.legs[index]} />,
            })),
            ...(change.isParty
              ? [
                  {
                    label: t('resources.reservations.fields.passengers'),
                    before: partyText(change.party, { t, ...format }),
                    after: partyText(change.counts, { t, ...format }),
                  },
                ]
              : []),
          ]}
        />
      )}
    >
      {() => (
        <>
          {change.isOvertaken && <Alert severity="warning">{t('app.desk.change.overtaken')}</Alert>}
          <ToggleButtonGroup
            exclusive
            fullWidth
            size="small"
            value={part}
            onChange={(_, next: Part | null) => next && setPart(next)}
            aria-label={t('app.desk.change.what')}
          >
            {PARTS.map((each) => (
              <ToggleButton key={each} value={each}>
                {t(`app.desk.change.part.${each}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          {part !== 'passengers' && reservation.legs.length > 1 && (
            <SelectBox
              label={t('app.desk.change.leg')}
              value={String(at)}
              options={reservation.legs.map((_, index) => String(index))}
              onChange={(index) => setAt(Number(index))}
              labelOf={(index) => <LegText leg={reservation.legs[Number(index)]} />}
            />
          )}
          {part === 'departure' && before && leg && (
            <DepartureChoice
              key={at}
              reservation={reservation}
              leg={before}
              chosen={leg}
              counts={change.counts}
              onChoose={(next) => change.setLeg(at, next)}
            />
          )}
          {part === 'stops' && leg && <StopChoice key={at} leg={leg} onChoose={(next) => change.setStops(at, next)} />}
          {part === 'passengers' && <PartyCounts counts={change.counts} onChange={change.setCounts} />}
        </>
      )}
    </ChangeDialog>
  )
}
