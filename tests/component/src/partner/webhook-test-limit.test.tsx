import '../../../support/console/media'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { LANGUAGES } from '../../../../contract/core/languages'
import { WEBHOOK_TESTS_PER_MINUTE } from '../../../../contract/core/limits/webhooks'
import type { WebhookEndpoint } from '../../../../contract/partner/webhooks'
import { EndpointPanel } from '../../../../src/partner/webhooks/EndpointPanel'
import type { Partner } from '../../../../src/providers/auth/partnerSession'
import { i18n } from '../../../../src/providers/i18n/i18n'
import { renderInFrame } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

const RETRY_AFTER_S = 37
const AT = '2030-05-20T06:00:00Z'
const ENDPOINT: WebhookEndpoint = {
  id: 'e1',
  created_at: AT,
  updated_at: AT,
  version: 1,
  url: 'https://partner.example/hooks',
  description: null,
  events: ['trip.confirmed'],
  environment: 'test',
  status: 'active',
  disabled_reason: null,
  disabled_at: null,
  failing_since: null,
  last_success_at: null,
  last_failure_at: null,
  secret_last4: '9a1b',
  previous_secret_until: null,
}
const LIMIT = {
  code: 'too_many_requests',
  status: 429,
  detail: 'Too many.',
  retry_after_s: RETRY_AFTER_S,
}

afterEach(async () => {
  vi.unstubAllGlobals()
  await act(() => i18n.changeLanguage('en'))
})

it.each(LANGUAGES)('a refused webhook test shows the limit and how long to wait (%s)', async (language) => {
  await act(() => i18n.changeLanguage(language))
  script({
    'GET /partner/credentials/webhooks/e1/deliveries/': () => answer({ results: [], next: null, previous: null }),
    'POST /partner/credentials/webhooks/e1/test/': () => answer(LIMIT, 429),
  })
  const noop = () => undefined
  renderInFrame(<EndpointPanel endpoint={ENDPOINT} partner={{ id: 'p1' } as Partner} onTask={noop} onChanged={noop} />)
  fireEvent.click(screen.getByRole('button', { name: i18n.t('app.hooks.test') }))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(
    new RegExp(`(?<!\\d)${WEBHOOK_TESTS_PER_MINUTE}(?!\\d).*(?<!\\d)${RETRY_AFTER_S}(?!\\d)`),
  )
})
