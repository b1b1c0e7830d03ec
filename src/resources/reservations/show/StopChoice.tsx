import Skeleton from '@mui/material/Skeleton'
import type { JourneyCall } from '../../../../contract/entities/journey'
import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'
import { RecordLink, useStationZone } from '../../../kit/RecordLink'
import { Instant } from '../../../ui/Instant'
import { Muted } from '../../../ui/Muted'
import { SelectBox } from '../../../ui/SelectBox'
import { useFormat } from '../../../ui/useFormat'
import { useLeg } from './LegText'

interface StopChoiceProps {
  leg: ReservationLeg
  onChoose: (leg: ReservationLeg) => void
}

/** Selects the boarding and alighting stops on the same departure. */
export function StopChoice({ leg, onChoose }: StopChoiceProps) {
  const { t } = useFormat()
  const { journey, isPending } = useLeg(leg)
  if (isPending) return <Skeleton variant="rounded" height={112} />
  if (!journey?.calls) return <Muted>{t('app.desk.change.noStops')}</Muted>
  const { calls } = journey
  const boarding = calls.filter(({ seq, pickup_type }) => pickup_type !== 'none' && seq < leg.alight_seq)
  const alighting = calls.filter(({ seq, drop_off_type }) => drop_off_type !== 'none' && seq > leg.board_seq)
  const box = (label: string, value: number, offered: readonly JourneyCall[], onSeq: (seq: number) => void) => (
    <SelectBox
      label={label}
      value={String(value)}
      options={offered.map(({ seq }) => String(seq))}
      onChange={(seq) => onSeq(Number(seq))}
      labelOf={(seq) => {
        const call = calls.find((each) => each.seq === Number(seq))
        return call && <CallText call={call} isArrival={offered === alighting} />
      }}
    />
  )
  return (
    <>
      {box(t('app.desk.change.boards'), leg.board_seq, boarding, (board_seq) => onChoose({ ...leg, board_seq }))}
      {box(t('app.desk.change.alights'), leg.alight_seq, alighting, (alight_seq) => onChoose({ ...leg, alight_seq }))}
    </>
  )
}

function CallText({ call, isArrival }: { call: JourneyCall; isArrival: boolean }) {
  const zone = useStationZone(call.station_id)
  return (
    <span>
      <RecordLink plain resource="stations" id={call.station_id} />{' '}
      <Instant value={isArrival ? call.planned_arrive : call.planned_depart} zone={zone} timeOnly />
    </span>
  )
}
