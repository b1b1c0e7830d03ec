import { useEffect } from 'react'
import { useStore } from 'react-admin'
import type { Dashboard } from '../../../contract/operations/dashboard'

interface Room {
  first_steps: boolean
  /** Number of matters that need attention. */
  pressing: number
}

/** Default before the first visit. */
const USUAL: Room = { first_steps: false, pressing: 8 }

/**
 * Returns the content of the last visit, to reserve its height while loading.
 * @param data undefined while loading
 */
export function useReservedHeight(data: Pick<Dashboard, 'attention' | 'first_steps'> | undefined): Room {
  const [room, setRoom] = useStore<Room>('dashboard.room', USUAL)
  const firstSteps = data ? data.first_steps !== null : room.first_steps
  const pressing = data ? data.attention.filter(({ count }) => count > 0).length : room.pressing
  useEffect(() => {
    if (firstSteps !== room.first_steps || pressing !== room.pressing) setRoom({ first_steps: firstSteps, pressing })
  }, [firstSteps, pressing, room, setRoom])
  return room
}
