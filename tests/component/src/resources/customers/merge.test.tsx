import '../../../../support/console/media'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import DuplicatesPage from '../../../../../src/resources/customers/duplicates/DuplicatesPage'
import MergePage from '../../../../../src/resources/customers/duplicates/MergePage'
import { renderPages, signedIn } from '../../../../support/console/frame'
import { answer, script } from '../../../../support/console/session'

const customer = (id: string, more: object) => ({
  id,
  version: 3,
  created_at: '2026-01-02T09:00:00Z',
  updated_at: '2026-01-02T09:00:00Z',
  kind: 'person',
  first_name: 'Maria',
  last_name: 'Lopez',
  company_name: null,
  email: null,
  phone: null,
  locale: 'en',
  tags: [],
  notes: null,
  tax_number: null,
  credit_limit_minor: null,
  is_blocked: false,
  blocked_reason: null,
  consent_marketing: false,
  legal_hold_reason: null,
  merged_into_id: null,
  anonymised_at: null,
  reservations: 2,
  ...more,
})
const ONE = customer('1', { email: 'maria@example.com', tags: ['vip'] })
const OTHER = customer('2', { last_name: 'López', phone: '+34600111222', tags: ['school'], version: 5 })
const moved = { reservations: 2, passengers: 4, waiting_entries: 1, mails: 3 }

const pages = [
  { path: '/customers/duplicates', element: <DuplicatesPage /> },
  { path: '/customers/merge', element: <MergePage /> },
  { path: '/customers/1/show', element: <p>{'The one that stayed'}</p> },
]

beforeEach(() => signedIn({ role: 'manager' }))
afterEach(() => vi.unstubAllGlobals())

it('duplicates are listed, and a pair that is marked as different disappears', async () => {
  const pairs = [[{ one: ONE, other: OTHER, evidence: ['email', 'name'] }], []]
  const { calls } = script({
    'GET /customers/duplicates/': () => answer(pairs.shift()),
    'POST /customers/1/distinguish/': () => answer(null, 204),
  })
  renderPages(pages, '/customers/duplicates')
  expect(await screen.findByText('Same email')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Compare Maria Lopez and Maria López' })).toHaveAttribute(
    'href',
    '/customers/merge?keep=1&other=2',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Maria Lopez and Maria López are not the same' }))
  expect(await screen.findByText('No duplicates found')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toBe('{"other_id":"2"}')
})

it('merge shows where two customers differ, previews the choice, and merges as previewed', async () => {
  const { calls } = script({
    'GET /customers/1/': () => answer(ONE),
    'GET /customers/2/': () => answer(OTHER),
    'POST /customers/1/merge/': () => answer({ customer: ONE, moved }),
  })
  renderPages(pages, '/customers/merge?keep=1&other=2')
  const row = async (name: string) => (await screen.findByRole('rowheader', { name: new RegExp(name) })).closest('tr')!
  const chosen = async (name: string) =>
    within(await row(name))
      .getAllByRole('radio')
      .filter((radio) => (radio as HTMLInputElement).checked)
      .map((radio) => radio.getAttribute('aria-label'))
  expect(await chosen('Email')).toEqual(['Email: Stays'])
  expect(await chosen('Phone')).toEqual(['Phone: Merged into it'])
  expect(await chosen('Tags')).toEqual(['Tags: Both'])
  expect(screen.queryByRole('rowheader', { name: 'First name' })).toBeNull()

  fireEvent.click(screen.getByRole('radio', { name: 'Last name: Merged into it' }))
  const merge = screen.getByRole('button', { name: 'Merge' })
  await waitFor(() => expect(merge).toBeEnabled())
  fireEvent.click(merge)
  expect(await screen.findByText('The one that stayed')).toBeVisible()
  const sent = calls.filter(({ method }) => method === 'POST')
  const last = sent.at(-1)
  expect(last?.headers.get('If-Match')).toBe('"3"')
  expect(JSON.parse(String(last?.body))).toEqual({
    other_id: '2',
    other_version: 5,
    choices: { last_name: 'other', phone: 'other', email: 'kept', tags: 'both' },
    is_trial: false,
  })
  expect(sent.slice(0, -1).every(({ body }) => String(body).includes('"is_trial":true'))).toBe(true)
})

it('merge shows why it is refused, and reads both customers again when they have changed', async () => {
  const problem = { code: 'version_mismatch', status: 412, title: 'x', detail: 'It was changed meanwhile.' }
  const { calls } = script({
    'GET /customers/1/': () => answer(ONE),
    'GET /customers/2/': () => answer(OTHER),
    'POST /customers/1/merge/': () => answer(problem, 412),
  })
  renderPages(pages, '/customers/merge?keep=1&other=2')
  expect(await screen.findByText(/Someone else changed this record in the meantime\. Nothing was saved/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Merge' })).toBeDisabled()
  fireEvent.click(screen.getByRole('button', { name: 'Reload both' }))
  await waitFor(() => expect(calls.filter(({ path }) => path === '/customers/2/')).toHaveLength(2))
})
