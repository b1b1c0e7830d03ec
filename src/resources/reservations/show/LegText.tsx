import Box from '@mui/material/Box'
import { useGetOne } from 'react-admin'
import type { Journey } from '../../../../contract/entities/journey'
import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'
import { RecordLink, useStationZone } from '../../../kit/RecordLink'
import { useMay } from '../../../providers/auth/useSession'
import { Instant } from '../../../ui/Instant'

/** Reads the boarding and alighting calls of a leg. */
export function useLeg({ journey_id, board_seq, alight_seq }: ReservationLeg) {
  const mayShow = useMay('show', 'journeys')
  const { data: journey, isPending } = useGetOne<Journey>('journeys', { id: journey_id }, { enabled: mayShow })
  const at = (seq: number) => journey?.calls?.find((call) => call.seq === seq)
  return { journey, board: at(board_seq), alight: at(alight_seq), isPending: mayShow && isPending }
}

/** A leg in short form: departure time, origin and destination. */
export function LegText({ leg }: { leg: ReservationLeg | undefined }) {
  return leg ? <Ends leg={leg} /> : null
}

function Ends({ leg }: { leg: ReservationLeg }) {
  const { board, alight } = useLeg(leg)
  const zone = useStationZone(board?.station_id ?? null)
  if (!board || !alight) return null
  return (
    <span>
      <Box component="span" sx={{ display: 'block' }}>
        <Instant value={board.planned_depart} zone={zone} />
      </Box>
      <RecordLink plain resource="stations" id={board.station_id} />
      {' – '}
      <RecordLink plain resource="stations" id={alight.station_id} />
    </span>
  )
}
