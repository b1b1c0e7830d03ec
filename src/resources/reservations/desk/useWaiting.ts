import { useState } from 'react'
import type { Departure } from '../../../../contract/operations/desk'

const keyOf = ({ journey_id, board_seq, alight_seq }: Departure) => `${journey_id} ${board_seq} ${alight_seq}`

/** Which full departure the party is being put on the list of, and on which lists it stands already. */
export function useWaiting() {
  const [asked, setAsked] = useState<Departure | null>(null)
  const [joined, setJoined] = useState<readonly string[]>([])
  return {
    asked,
    ask: setAsked,
    close: () => setAsked(null),
    join: (departure: Departure) => setJoined((before) => [...before, keyOf(departure)]),
    isWaiting: (departure: Departure) => joined.includes(keyOf(departure)),
  }
}

export type Waiting = ReturnType<typeof useWaiting>
