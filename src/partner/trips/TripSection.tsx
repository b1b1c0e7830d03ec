import type { SectionProps } from '../frame/sections'
import { Trips } from '../sections/Trips'
import { useAddress } from '../useAddress'
import { TripPage } from './TripPage'

/** The partner's trips: the list, or the one that the address names. */
export default function TripSection({ user, partner }: SectionProps) {
  const { values } = useAddress('trips', ['trip'])
  return values.trip === '' ? (
    <Trips partner={partner} />
  ) : (
    <TripPage key={values.trip} id={values.trip} user={user} partner={partner} />
  )
}
