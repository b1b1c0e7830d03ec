import { List, ListRows } from '../../kit/List'
import { useList } from '../../kit/list/useList'
import { SeasonCalendar } from './SeasonCalendar'

/** The seasons, and below them the year that they make. */
export default function SeasonsList() {
  return (
    <List resource="seasons">
      <ListRows />
      <Year />
    </List>
  )
}

/** Drawn once it is known how many seasons stand above it. */
const Year = () => useList().data && <SeasonCalendar />
