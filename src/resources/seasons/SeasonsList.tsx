import { GENERATED_LIST } from '../../kit/listPage'
import { specOf } from '../../kit/registry'
import { SeasonCalendar } from './SeasonCalendar'
import { pageOnDemand } from '../../ui/onDemand'

// Every list comes from the same file of the build.
const GeneratedList = pageOnDemand(GENERATED_LIST)

/** The seasons, and below them the year that they make. */
export default function SeasonsList() {
  return (
    <>
      <GeneratedList spec={specOf('seasons')} />
      <SeasonCalendar />
    </>
  )
}
