import '../../../support/console/media'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CallChart } from '../../../../src/features/calls/CallChart'
import { renderInFrame } from '../../../support/console/frame'

const NOW = Date.parse('2030-05-20T10:20:00Z')
const POINT = { at: '2030-05-20T09:00:00Z', calls: 2, refused: 1, failed: 0, p50_ms: 4, p95_ms: 9 }

it('call chart shows how many calls are counted without being listed, and nothing when there are none', () => {
  const summary = { bucket: 'hour' as const, points: [POINT], throttled: 0, unrecorded: 0 }
  const { unmount } = renderInFrame(<CallChart summary={summary} hours={24} now={NOW} />)
  expect(screen.getByText('2 in all, 1 refused, 0 failed')).toBeVisible()
  unmount()
  renderInFrame(<CallChart summary={{ ...summary, throttled: 1_200, unrecorded: 3 }} hours={24} now={NOW} />)
  expect(
    screen.getByText(
      '2 in all, 1 refused, 0 failed · Refused for calling too often, counted but not listed: 1,200 · Not listed because the log of the day was full: 3',
    ),
  ).toBeVisible()
})

it('call chart shows its headings while the figures load, as high as with them', () => {
  renderInFrame(<CallChart summary={undefined} hours={24} now={NOW} />)
  for (const name of ['Calls', 'Response time'])
    expect(screen.getByRole('img', { name })).toHaveAttribute('aria-busy', 'true')
  expect(screen.getByText('Show the figures')).toBeVisible()
})
