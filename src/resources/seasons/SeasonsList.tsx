import { lazy } from 'react'
import { specOf } from '../builder/registry'
import { SeasonCalendar } from './SeasonCalendar'

// Every list comes from the same file of the build.
const GeneratedList = lazy(async () => ({ default: (await import('../builder/GeneratedList')).GeneratedList }))

/** The seasons, and below them the year that they make. */
export default function SeasonsList() {
  return (
    <>
      <GeneratedList spec={specOf('seasons')} />
      <SeasonCalendar />
    </>
  )
}
