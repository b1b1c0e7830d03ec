import { useEffect } from 'react'
import { useStore } from 'react-admin'
import type { Dashboard } from '../../../contract/operations/dashboard'

interface Room {
  first_steps: boolean
  /** Matters that need somebody. */
  pressing: number
}

/** Of a company that nothing is known of yet. */
const USUAL: Room = { first_steps: false, pressing: 8 }

/**
 * How much the dashboard had to say the last time, so that as much room is kept while it is read again.
 * @param data undefined while it is read
 */
export function useReservedHeight(data: Pick<Dashboard, 'attention' | 'first_steps'> | undefined): Room {
  const [kept, keep] = useStore<Room>('dashboard.room', USUAL)
  const firstSteps = data ? data.first_steps !== null : kept.first_steps
  const pressing = data ? data.attention.filter(({ count }) => count > 0).length : kept.pressing
  useEffect(() => {
    if (firstSteps !== kept.first_steps || pressing !== kept.pressing) keep({ first_steps: firstSteps, pressing })
  }, [firstSteps, pressing, kept, keep])
  return kept
}
