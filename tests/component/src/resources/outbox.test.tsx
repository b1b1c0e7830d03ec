import '../../../support/console/media'
import { fireEvent, screen } from '@testing-library/react'
import { DataProviderContext, testDataProvider, type GetListParams } from 'react-admin'
import { beforeEach, expect, it } from 'vitest'
import type { Mail } from '../../../../contract/entities/mail'
import OutboxPage from '../../../../src/resources/mails/OutboxPage'
import { renderInFrame, signedIn } from '../../../support/console/frame'

const ROWS = 25

beforeEach(() => signedIn())

const mailOf = (id: string): Mail => ({
  id,
  version: 1,
  created_at: '2026-11-20T08:00:00Z',
  updated_at: '2026-11-20T08:00:05Z',
  kind: 'booking_confirmed',
  status: 'sent',
  language: 'en',
  recipient: 'ana@example.com',
  subject: `Mail ${id}`,
  content: [],
  attachments: [],
  error: null,
  attempts: 1,
  sent_at: '2026-11-20T08:00:05Z',
  entity_type: null,
  entity_id: null,
  entity_label: null,
})

it('outbox continues beyond a total that is a lower bound', async () => {
  const getList = (_: string, { pagination }: GetListParams) => {
    const page = pagination?.page ?? 1
    const data = Array.from({ length: ROWS }, (__, index) => mailOf(`${page}/${index}`))
    return Promise.resolve({
      data,
      pageInfo: { hasNextPage: true, hasPreviousPage: true },
      meta: { totalIsMinimum: true },
    })
  }
  renderInFrame(
    <DataProviderContext value={testDataProvider({ getList: getList as never })}>
      <OutboxPage />
    </DataProviderContext>,
    '/mails?page=400',
  )
  expect(await screen.findByText('9,976–10,000 of 10,000+')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Go to next page' }))
  expect(await screen.findByText('10,001–10,025 of 10,000+')).toBeVisible()
  expect(await screen.findByText('Mail 401/0')).toBeVisible()
})
