import { List, ListRows } from '../../kit/List'
import { useList } from '../../kit/list/useList'
import { SeasonCalendar } from './SeasonCalendar'

/** The list of seasons with a calendar of the year below. */
export default function SeasonsList() {
  return (
    <List resource="seasons">
      <ListRows />
      <Year />
    </List>
  )
}

/** Rendered after the list above is loaded, because its height varies. */
const Year = () => useList().data && <SeasonCalendar />
