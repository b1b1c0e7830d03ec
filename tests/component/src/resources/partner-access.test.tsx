import '../../../support/console/media'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { afterEach, expect, it, vi } from 'vitest'
import { PartnerAccess } from '../../../../src/resources/partners/PartnerAccess'
import { renderInFrame, signedIn } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const INVITATION = {
  id: '7',
  version: 1,
  partner_id: '1',
  email: 'nadia@example.org',
  role: 'owner',
  language: 'fr',
  state: 'pending',
  expires_at: '2030-05-27T08:00:00Z',
  accepted_at: null,
}
const MAIL = {
  id: '9',
  kind: 'partner_invitation',
  status: 'failed',
  subject: 'Invitation',
  recipient: INVITATION.email,
  error: '550 no such mailbox',
  created_at: '2030-05-20T08:00:00Z',
}

it('invitation of a partner is mailed, mailed again with a new link, and shows the link only on request', async () => {
  signedIn({ role: 'admin' })
  const { calls } = script({
    'GET /partners/1/access/': () => answer({ members: [], invitations: [INVITATION], credentials: [] }),
    'POST /partners/1/invitations/': () => answer({ ...INVITATION, link: null }, 201),
    'POST /partners/1/invitations/7/resend/': ({ body }) =>
      answer({ ...INVITATION, link: String(body).includes('true') ? 'https://wayline.example/x' : null }),
  })
  const getList = vi.fn(() => Promise.resolve({ data: [MAIL], total: 1 }))
  renderInFrame(
    <DataProviderContext value={testDataProvider({ getList: getList as never })}>
      <PartnerAccess partnerId="1" />
    </DataProviderContext>,
  )
  const sent = () =>
    calls.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(String(body)) as unknown)

  // The mails are shown next to it, with the reason of a failed delivery.
  expect(await screen.findByText('550 no such mailbox')).toBeVisible()
  expect(getList).toHaveBeenCalledWith('mails', expect.objectContaining({ filter: { entity_id: '1' } }))

  fireEvent.click(screen.getByRole('button', { name: 'Invite' }))
  const dialog = screen.getByRole('dialog', { name: /Invite someone/ })
  fireEvent.change(within(dialog).getByRole('textbox', { name: /^E-?mail/i }), {
    target: { value: ' nadia@example.org ' },
  })
  fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: 'Language' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Français' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Invite' }))
  await waitFor(() =>
    expect(sent()).toEqual([{ email: 'nadia@example.org', role: 'owner', language: 'fr', show_link: false }]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const again = await screen.findByRole('button', { name: 'Send again: nadia@example.org' })
  fireEvent.click(again)
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(sent().at(-1)).toEqual({ show_link: false }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  fireEvent.click(again)
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('checkbox'))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('https://wayline.example/x')).toBeVisible()
})
