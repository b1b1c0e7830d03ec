import { useState } from 'react'
import { FILTER_DEBOUNCE_MS } from '../../../../contract/core/limits/console'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'
import { PASSENGER_CATEGORIES } from '../../../../contract/core/vocabulary'
import { choiceKey } from '../../../kit/vocabularies'
import { isSame } from '../../../providers/data/changes'
import { listed, numberFormat } from '../../../providers/format/intl'
import { useDebounced } from '../../../ui/useDebounced'
import type { Format } from '../../../ui/useFormat'
import { NOBODY, partyOf, slotsOf, travelling, type Counts } from '../desk/deskTypes'

/** Holds the chosen changes of booked seats, and selects the API operation that performs them. */
export function useSeatChange(reservation: Reservation) {
  const { counts: party, travellers } = partyOf(travelling(reservation))
  const [legs, setLegs] = useState<readonly ReservationLeg[]>(reservation.legs)
  const [isOtherStops, setIsOtherStops] = useState(false)
  const [counts, setCounts] = useState<Counts>(party)
  const booked = JSON.stringify([reservation.legs, party])
  const [known, setKnown] = useState(booked)
  const [isOvertaken, setIsOvertaken] = useState(false)
  // After a change by another user, a choice that was made for the previous seats is invalid.
  if (booked !== known) {
    setKnown(booked)
    setLegs(reservation.legs)
    setIsOtherStops(false)
    setCounts(party)
    setIsOvertaken(true)
  }
  const settled = useDebounced(counts, FILTER_DEBOUNCE_MS)
  const changedLegs = legs.flatMap((leg, index) => (isSame(leg, reservation.legs[index]) ? [] : [index]))
  const isParty = !isSame(settled, party) && slotsOf(settled).length > 0
  const setLeg = (at: number, { journey_id, board_seq, alight_seq }: Omit<ReservationLeg, 'direction'>) =>
    setLegs(legs.map((leg, index) => (index === at ? { ...leg, journey_id, board_seq, alight_seq } : leg)))

  const passengers = slotsOf(settled).map(({ key, category }) => {
    const { name, needs } = travellers[key] ?? NOBODY
    return { category, name: name || null, needs }
  })
  const [moved = -1, ...others] = changedLegs
  const [from, to] = [reservation.legs[moved], legs[moved]]
  // The same segment on another departure is a move: tickets stay valid, and the customer is notified.
  const isMove = !isParty && !isOtherStops && others.length === 0 && from?.journey_id !== to?.journey_id
  const request =
    isMove && from && to
      ? { verb: 'move' as const, change: { from_journey_id: from.journey_id, to_journey_id: to.journey_id } }
      : changedLegs.length > 0 || isParty
        ? {
            verb: 'amend' as const,
            change: { ...(changedLegs.length > 0 && { legs }), ...(isParty && { passengers }) },
          }
        : null
  return {
    /** Passengers currently travelling, by category. */
    party,
    counts,
    setCounts,
    legs,
    setLeg,
    setStops: (at: number, leg: ReservationLeg) => {
      setIsOtherStops(true)
      setLeg(at, leg)
    },
    /** Whether another user changed the seats in between, which reset the choice. */
    isOvertaken,
    /** Positions of the changed legs. */
    changedLegs,
    isParty,
    request,
    isSettled: isSame(settled, counts),
  }
}

/** Formats passengers as text: `2 × Adult, 1 × Child`. */
export const partyText = (counts: Counts, { t, locale }: Pick<Format, 't' | 'locale'>): string =>
  listed(
    PASSENGER_CATEGORIES.filter((category) => counts[category] > 0).map(
      (category) =>
        `${numberFormat(locale).format(counts[category])} × ${t(choiceKey('passengerCategories', category))}`,
    ),
    locale,
  )
