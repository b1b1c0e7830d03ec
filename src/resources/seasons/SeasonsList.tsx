import { GeneratedList } from '../builder/GeneratedList'
import { specOf } from '../builder/registry'
import { SeasonCalendar } from './SeasonCalendar'

/** The seasons, and below them the year that they make. */
export default function SeasonsList() {
  return (
    <>
      <GeneratedList spec={specOf('seasons')} />
      <SeasonCalendar />
    </>
  )
}
