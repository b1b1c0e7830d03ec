import '../../../support/console/media'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { DateBox } from '../../../../src/ui/DateBox'

vi.mock('../../../../src/ui/dateBox/module', async () => {
  const { lazyModule } = await import('../../../../src/providers/lazyModule')
  return { DATE_BOX: lazyModule(() => new Promise(() => undefined)) }
})

it('date field has its label, visible or not, while its code is loading', () => {
  render(
    <>
      <DateBox label="From" value="2026-11-30" onChange={vi.fn()} />
      <DateBox ariaLabel="Day" value="2026-11-30" onChange={vi.fn()} />
    </>,
  )
  for (const name of ['From', 'Day']) expect(screen.getByRole('textbox', { name })).toHaveAttribute('readonly')
})
