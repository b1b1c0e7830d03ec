import type { Certification, MockTrip } from '../../../contract/partner/sandbox'
import type { MockScenario } from '../../../contract/core/vocabulary'
import { api, postJson } from '../../providers/http/api'
import type { Page } from '../sections/partnerCalls'

const ROOT = '/partner/mock-trips/'
const pathOf = (id: string) => `${ROOT}${encodeURIComponent(id)}/`

export const readMockTrips = (cursor: string) =>
  api<Page<MockTrip>>(`${ROOT}?${new URLSearchParams({ limit: '10', ...(cursor !== '' && { cursor }) }).toString()}`)
export const playScenario = (scenario: MockScenario, count: number) =>
  postJson<{ results: MockTrip[] }>(ROOT, { scenario, count })
export const advanceMockTrip = (id: string) => api<MockTrip>(`${pathOf(id)}advance/`, { method: 'POST' })
export const resetMockTrip = (id: string) => api<MockTrip>(`${pathOf(id)}reset/`, { method: 'POST' })
export const readCertification = () => api<Certification>(`${ROOT}certification/`)
