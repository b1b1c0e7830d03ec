import { onDemand } from '../../ui/onDemand'

const UndoAction = onDemand(async () => ({ default: (await import('./UndoAction')).UndoAction }))

/** How long a message stands that offers to take back what it tells of. */
const OFFERED_MS = 8_000

/** What a message needs to offer the way back. */
export const undoOffer = (resource: string, id: string) => ({
  autoHideDuration: OFFERED_MS,
  action: <UndoAction resource={resource} id={id} />,
})
