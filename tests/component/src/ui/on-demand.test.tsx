import '../../../support/console/media'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { renderInFrame } from '../../../support/console/frame'
import { lazyModule } from '../../../../src/providers/lazyModule'
import { onDemand, pageOnDemand } from '../../../../src/ui/onDemand'

const Part = ({ name }: { name: string }) => <p>{name} is here</p>

/** Code that comes, or does not, when the test says so. */
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
  test('is fetched when it is first drawn, stood in for until then, and there at once from then on', async () => {
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

  test('is there with the first drawing where it was fetched ahead', async () => {
    const { load, arrive } = code()
    const module = lazyModule(load)
    void module.fetch()
    await arrive()
    const Later = onDemand(module, () => <p>waiting</p>)
    render(<Later name="Larnaca" />)
    expect(screen.getByText('Larnaca is here')).toBeInTheDocument()
  })

  test('that does not come leaves the page as it is, and comes when the reader tries again', async () => {
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

  test('that is a whole page leaves the failure to what is around it, and is fetched again the next time', async () => {
    const { load, arrive, fail } = code()
    const Later = pageOnDemand(load)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { unmount } = render(
      <Boundary>
        <Later name="Larnaca" />
      </Boundary>,
    )
    await fail()
    expect(screen.getByText('failed')).toBeInTheDocument()
    logged.mockRestore()
    unmount()
    render(<Later name="Larnaca" />)
    await arrive()
    expect(screen.getByText('Larnaca is here')).toBeInTheDocument()
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('is fetched again where nobody waited when it failed', async () => {
    const { load, arrive, fail } = code()
    const module = lazyModule(load)
    void module.fetch()
    await fail()
    const Later = onDemand(module)
    render(<Later name="Larnaca" />)
    await arrive()
    expect(load).toHaveBeenCalledTimes(2)
  })
})
