import { LIVE_RECONNECT_BASE_MS, LIVE_RECONNECT_CAP_MS } from '../../../contract/core/limits'

/** Milliseconds to wait before the attempt of this number, from 0, to connect again. */
export const reconnectDelayMs = (attempt: number): number =>
  Math.min(LIVE_RECONNECT_BASE_MS * 2 ** attempt, LIVE_RECONNECT_CAP_MS)
