import '../../../support/console/media'
import { act, fireEvent, render, screen } from '@testing-library/react'
import Dialog from '@mui/material/Dialog'
import { Component, type ReactNode, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { renderInFrame } from '../../../support/console/frame'
import { lazyModule } from '../../../../src/providers/lazyModule'
import { FloatingNotice } from '../../../../src/ui/FloatingNotice'
import { SettingsProvider } from '../../../../src/providers/settings/SettingsProvider'
import { onDemand, pageOnDemand } from '../../../../src/ui/onDemand'

interface DialogProps {
  name: string
  anchor?: HTMLElement | null
  onClose: () => void
}

const Part = ({ name }: { name: string }) => <p>{name} is here</p>

/** Creates a loader that the test resolves or rejects. */
function code() {
  const calls: { arrive: () => void; fail: () => void }[] = []
  const load = vi.fn(
    () =>
      new Promise<{ default: typeof Part }>((resolve, reject) => {
        calls.push({ arrive: () => resolve({ default: Part }), fail: () => reject(new Error('offline')) })
      }),
  )
  const last = (step: 'arrive' | 'fail') => act(async () => calls.at(-1)?.[step]())
  return { load, arrive: () => last('arrive'), fail: () => last('fail') }
}

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render = () => (this.state.failed ? <p>failed</p> : this.props.children)
}

describe('a part on demand', () => {
  test('is fetched on the first render, replaced by a placeholder until then, and rendered at once later', async () => {
    const { load, arrive } = code()
    const Later = onDemand(load, () => <p>waiting</p>)
    expect(load).not.toHaveBeenCalled()
    const { unmount } = render(<Later name="Larnaca" />)
    expect(screen.getByText('waiting')).toBeInTheDocument()
    await arrive()
    expect(screen.getByText('Larnaca is here')).toBeInTheDocument()
    unmount()
    render(<Later name="Paphos" />)
    expect(screen.getByText('Paphos is here')).toBeInTheDocument()
    expect(load).toHaveBeenCalledOnce()
  })

  test('is rendered at once when it was preloaded', async () => {
    const { load, arrive } = code()
    const module = lazyModule(load)
    void module.fetch()
    await arrive()
    const Later = onDemand(module, () => <p>waiting</p>)
    render(<Later name="Larnaca" />)
    expect(screen.getByText('Larnaca is here')).toBeInTheDocument()
  })

  test('that fails to load leaves the page unchanged, and loads when the user retries', async () => {
    const { load, arrive, fail } = code()
    const Later = onDemand(load, () => <p>waiting</p>)
    renderInFrame(
      <>
        <input aria-label="Name" defaultValue="typed" />
        <Later name="Larnaca" />
      </>,
    )
    await fail()
    expect(screen.getByRole('alert')).toHaveTextContent('Part of this page couldn’t be loaded.')
    expect(screen.getByText('waiting')).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await arrive()
    expect(screen.getByText('Larnaca is here')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByLabelText('Name')).toHaveValue('typed')
  })

  test('that is a whole page leaves the failure to its parent, and is fetched again the next time', async () => {
    const { load, arrive, fail } = code()
    const Later = pageOnDemand(load)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { unmount } = render(
      <Boundary>
        <Later name="Larnaca" />
      </Boundary>,
      { wrapper: SettingsProvider },
    )
    await fail()
    expect(screen.getByText('failed')).toBeInTheDocument()
    logged.mockRestore()
    unmount()
    render(<Later name="Larnaca" />, { wrapper: SettingsProvider })
    await arrive()
    expect(screen.getByText('Larnaca is here')).toBeInTheDocument()
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('is fetched again when no component waited for the failed load', async () => {
    const { load, arrive, fail } = code()
    const module = lazyModule(load)
    void module.fetch()
    await fail()
    const Later = onDemand(module)
    render(<Later name="Larnaca" />)
    await arrive()
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('that fails to load shares its notice with other parts, and a retry loads all of them', async () => {
    const first = code()
    const second = code()
    const First = onDemand(first.load)
    const Second = onDemand(second.load)
    renderInFrame(
      <>
        <First name="Larnaca" />
        <Second name="Paphos" />
      </>,
    )
    await first.fail()
    await second.fail()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await second.arrive()
    expect(screen.getByText('Paphos is here')).toBeInTheDocument()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    await first.arrive()
    expect(screen.getByText('Larnaca is here')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('that stays on the page shows its closed notice again when it is next mounted', async () => {
    const { load, fail } = code()
    const Later = onDemand(load)
    const { unmount } = renderInFrame(<Later name="Larnaca" />)
    await fail()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('alert')).toBeNull()
    unmount()
    renderInFrame(<Later name="Larnaca" />)
    await fail()
    expect(screen.getByRole('alert')).toBeInTheDocument()
  })

  test.each([
    ['its button', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
    ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ])('that is a dialog is closed by %s, and fetched again when it is opened again', async (_, giveUp) => {
    const { load, arrive, fail } = code()
    const Later = onDemand<DialogProps>(load)
    const Opener = () => {
      const [isOpen, setOpen] = useState(false)
      return (
        <>
          <button onClick={() => setOpen(true)}>Open</button>
          {isOpen && <Later name="Larnaca" onClose={() => setOpen(false)} />}
        </>
      )
    }
    renderInFrame(<Opener />)
    fireEvent.click(screen.getByText('Open'))
    await fail()
    giveUp()
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.click(screen.getByText('Open'))
    await fail()
    expect(screen.getByRole('alert')).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await arrive()
    expect(screen.getByText('Larnaca is here')).toBeInTheDocument()
    expect(load).toHaveBeenCalledTimes(3)
  })

  test('that stays mounted while closed has a notice only while it is open', async () => {
    const { load, fail } = code()
    const Later = onDemand<DialogProps>(load)
    const Opener = () => {
      const [anchor, setAnchor] = useState<HTMLElement | null>(null)
      return (
        <>
          <button onClick={(event) => setAnchor(event.currentTarget)}>Open</button>
          <Later name="Larnaca" anchor={anchor} onClose={() => setAnchor(null)} />
        </>
      )
    }
    renderInFrame(<Opener />)
    await fail()
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.click(screen.getByText('Open'))
    expect(screen.getByRole('alert')).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.click(screen.getByText('Open'))
    expect(screen.getByRole('alert')).toBeInTheDocument()
  })

  test('that fails to load within a dialog shows a notice there, also when one is shown outside', async () => {
    const { load, fail } = code()
    const Later = onDemand(load)
    const Page = () => {
      const [isOpen, setOpen] = useState(false)
      return (
        <>
          <FloatingNotice role="status">Reading again</FloatingNotice>
          <button onClick={() => setOpen(true)}>Open</button>
          <Dialog open={isOpen}>
            <Later name="Larnaca" />
          </Dialog>
        </>
      )
    }
    renderInFrame(<Page />)
    expect(screen.getByRole('status')).toBeInTheDocument()
    fireEvent.click(screen.getByText('Open'))
    expect(screen.queryByRole('status')).toBeNull()
    await fail()
    expect(screen.getByRole('alert')).toBeInTheDocument()
    expect(screen.getByRole('alert').parentElement).toBe(screen.getByRole('status').parentElement)
  })
})
