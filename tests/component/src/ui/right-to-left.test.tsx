import '../../../support/console/media'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ApiLogDetail } from '../../../../contract/partner/logs'
import type { WebhookEndpoint } from '../../../../contract/partner/webhooks'
import { i18n } from '../../../../src/providers/i18n/i18n'
import { CallDialog } from '../../../../src/features/calls/CallDialog'
import { EndpointFacts } from '../../../../src/features/deliveries/EndpointFacts'
import { renderInFrame } from '../../../support/console/frame'

const ID = '0197c1a0-0000-7000-8000-000000000001'
const AT = '2030-05-20T06:00:00Z'

beforeEach(() => act(() => i18n.changeLanguage('ae')))
afterEach(() => act(() => i18n.changeLanguage('en')))

/** Returns the isolated texts of an element. */
const isolatedIn = (element: Element): string[] =>
  [...(element.textContent ?? '').matchAll(/[\u2066\u2068]([^\u2066-\u2069]*)\u2069/gu)].map(([, text = '']) => text)

it('the mask of a webhook secret keeps its order within Arabic text', () => {
  const endpoint: WebhookEndpoint = {
    id: ID,
    created_at: AT,
    updated_at: AT,
    version: 1,
    url: 'https://partner.example/hooks/',
    description: null,
    events: ['trip.confirmed'],
    environment: 'test',
    status: 'active',
    disabled_reason: null,
    disabled_at: null,
    failing_since: null,
    last_success_at: null,
    last_failure_at: null,
    secret_last4: '-9a=',
    previous_secret_until: null,
  }
  const { container } = renderInFrame(<EndpointFacts endpoint={endpoint} />)
  expect(isolatedIn(container)).toEqual(['whsec_…-9a='])
})

it('the mask of the key of a call keeps its order beside an Arabic name', async () => {
  const call: ApiLogDetail = {
    id: ID,
    at: AT,
    environment: 'live',
    direction: 'inbound',
    credential: { id: ID, name: 'مفتاح الإنتاج', prefix: 'wl_live_', last4: '7k2=' },
    method: 'GET',
    path: '/api/partner/trips',
    query: '',
    status: 200,
    problem_code: null,
    duration_ms: 12,
    ip: '2001:db8::1',
    user_agent: null,
    request_id: 'a-1',
    idempotency_key: null,
    trip_reference: 'WL-2XK7',
    partner_reference: '12-B',
    request_headers: {},
    request_body: null,
    response_headers: {},
    response_body: null,
  }
  renderInFrame(<CallDialog queryKey={['call']} read={() => Promise.resolve(call)} onClose={() => undefined} />)
  const key = (await screen.findByText(/wl_live_/)).closest('dd')
  expect(key && isolatedIn(key)).toEqual(['مفتاح الإنتاج', 'wl_live_…7k2='])
  const trip = screen.getByText(/WL-2XK7/)
  expect(isolatedIn(trip)).toEqual(['WL-2XK7', '12-B'])
})
