import type { Format } from './useFormat'

/** The reason that the desk gives for a hold that was left. */
export const LEFT_DESK = 'left_desk'

/** Why something was done: as a person wrote it, or what the console gave as the reason, in the reader's words. */
export const reasonText = (reason: string, t: Format['t']): string =>
  reason === LEFT_DESK ? t('app.desk.leftDesk') : reason
