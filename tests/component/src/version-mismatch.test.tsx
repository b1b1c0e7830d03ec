import '../../support/console/media'
import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Allotment } from '../../../contract/entities/allotment'
import { AllotmentList } from '../../../src/features/allotments/AllotmentList'
import WebhookSection from '../../../src/partner/webhooks/WebhookSection'
import type { Partner, PartnerUser } from '../../../src/providers/auth/partnerSession'
import { renderInFrame, signedIn } from '../../support/console/frame'
import { answer, script, type Call } from '../../support/console/session'
import { POLL_TIMEOUT_MS } from '../../support/timeouts'

const POLL = { timeout: POLL_TIMEOUT_MS }

afterEach(() => vi.unstubAllGlobals())

/** A record that another user has changed since it was shown; the server accepts its second version only. */
function changedRecord() {
  let version = 1
  const sent: (string | null)[] = []
  const accept = ({ headers }: Call) => {
    sent.push(headers.get('if-match'))
    version = 2
    return sent.at(-1) === '"2"' ? answer(null, 204) : answer({ code: 'version_mismatch', status: 412 }, 412)
  }
  return { version: () => version, sent, accept }
}

async function confirmTwice(button: string): Promise<void> {
  const dialog = await screen.findByRole('dialog')
  const confirm = within(dialog).getByRole('button', { name: button })
  fireEvent.click(confirm)
  await within(dialog).findByRole('alert')
  await waitFor(() => expect(confirm).toBeEnabled(), POLL)
  fireEvent.click(confirm)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), POLL)
}

it('removal of set-aside seats succeeds at the second press after another user changed them', async () => {
  const record = changedRecord()
  const allotment = () => ({ id: 'a1', version: record.version(), seats: 4, release_hours_before: 24 }) as Allotment
  script({
    'DELETE /allotments/a1/': record.accept,
  })
  function Seats() {
    const { data, error, refetch } = useQuery({
      queryKey: ['allotments'],
      queryFn: () => Promise.resolve([allotment()]),
      staleTime: 0,
    })
    return (
      <AllotmentList scope={{ journey_id: '1' }} allotments={data} error={error} refetch={refetch} none="None">
        {({ id }) => id}
      </AllotmentList>
    )
  }
  signedIn()
  renderInFrame(<Seats />)
  fireEvent.click(await screen.findByRole('button', { name: 'Release seats' }))
  await confirmTwice('Release seats')
  expect(record.sent).toEqual(['"1"', '"2"'])
})

it('removal of a webhook succeeds at the second press after another user changed it', async () => {
  const record = changedRecord()
  const AT = '2030-05-20T06:00:00Z'
  const endpoint = () => ({
    id: 'e1',
    created_at: AT,
    updated_at: AT,
    version: record.version(),
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
  })
  script({
    'GET /partner/credentials/webhooks/': () => answer({ results: [endpoint()], next: null, previous: null }),
    'GET /partner/credentials/webhooks/e1/deliveries/': () => answer({ results: [], next: null, previous: null }),
    'DELETE /partner/credentials/webhooks/e1/': record.accept,
  })
  renderInFrame(<WebhookSection user={{ role: 'owner' } as PartnerUser} partner={{ id: 'p1' } as Partner} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await confirmTwice('Remove')
  expect(record.sent).toEqual(['"1"', '"2"'])
})
