import { onDemand } from '../../ui/onDemand'

const UndoAction = onDemand(async () => ({ default: (await import('./UndoAction')).UndoAction }))

/** Duration of a notification with an undo button. */
const UNDO_OFFER_MS = 8_000

/** Returns the options of a notification with an undo button. */
export const undoOffer = (resource: string, id: string) => ({
  autoHideDuration: UNDO_OFFER_MS,
  action: <UndoAction resource={resource} id={id} />,
})
