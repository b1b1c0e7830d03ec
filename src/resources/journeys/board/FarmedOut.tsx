import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import type { Board } from '../../../../contract/operations/board'
import { listLink } from '../../../kit/list/listLink'
import { useFormat } from '../../../ui/useFormat'
import type { BoardState } from './useBoardState'

interface FarmedOutProps {
  counts: Board['farmed_out']
  state: BoardState
}

const RUN_BY_OTHERS = { operated_by_partner_id_isnull: false }

/** Number of jobs that other operators perform, which have no row on the board, with links to their lists. */
export function FarmedOut({ counts: { journeys, hires }, state: { days, filter, from, to } }: FarmedOutProps) {
  const { t } = useFormat()
  const instants = { travel_at_gte: new Date(from).toISOString(), travel_at_lt: new Date(to).toISOString() }
  const lists = [
    {
      to: listLink('journeys', {
        ...RUN_BY_OTHERS,
        service_date_gte: days[0],
        service_date_lte: days.at(-1),
        ...filter,
      }),
      count: journeys,
      text: t('app.board.farmedOutJourneys', { smart_count: journeys }),
    },
    {
      to: listLink('reservations', { ...RUN_BY_OTHERS, ...instants }),
      count: hires,
      text: t('app.board.farmedOutHires', { smart_count: hires }),
    },
  ].filter(({ count }) => count > 0)
  if (lists.length === 0) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, fontSize: 'body2.fontSize' }}>
      {lists.map((list) => (
        <Link key={list.to} component={RouterLink} to={list.to}>
          {list.text}
        </Link>
      ))}
    </Box>
  )
}
