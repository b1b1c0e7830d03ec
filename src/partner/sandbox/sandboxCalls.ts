import type { MockScenario } from '../../../contract/core/vocabulary'
import { call } from '../../providers/http/call'

export const readMockTrips = (cursor: string) => call('GET /partner/mock-trips', { query: { limit: 10, cursor } })
export const playScenario = (scenario: MockScenario, count: number) =>
  call('POST /partner/mock-trips', { body: { scenario, count } })
