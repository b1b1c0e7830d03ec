import '../../../../support/console/media'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import TimetableExport from '../../../../../src/resources/routes/TimetableExport'
import { renderInFrame, signedIn } from '../../../../support/console/frame'
import { script } from '../../../../support/console/session'

const saved = (leftOut: number) => {
  URL.createObjectURL = () => 'blob:feed'
  URL.revokeObjectURL = () => undefined
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="gtfs.zip"',
    'x-fares-left-out': String(leftOut),
  }
  script({ 'GET /gtfs/export/': () => new Response('zip', { headers }) })
  const onClose = vi.fn()
  renderInFrame(<TimetableExport onClose={onClose} />)
  fireEvent.click(screen.getByRole('button', { name: 'Download feed' }))
  return onClose
}

it('timetable export closes once the feed is saved', async () => {
  signedIn({ role: 'manager' })
  const onClose = saved(0)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

it('timetable export stays open to show which fares the feed lacks', async () => {
  signedIn({ role: 'manager' })
  const onClose = saved(36)
  expect(await screen.findByText(/^36 fares are missing from the feed\./)).toHaveTextContent('fares_left_out.txt')
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalled()
})
