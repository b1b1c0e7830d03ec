import { act, renderHook } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, it, vi } from 'vitest'
import { useLater } from '../../../../src/ui/useLater'
import { COMPONENT_TIMEOUT_MS } from '../../../support/timeouts'

it('useLater applies a value before anything that happens after the render it waited for', async () => {
  // Within `act` React runs all effects at once, which hides the order in a browser.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const steps: string[] = []
  const { result } = renderHook(() => {
    const search = useLater((text: string) => steps.push(`search ${text}`), 1)
    useLayoutEffect(() => {
      // An event right after the list is rendered, like a click on a header on a busy machine.
      queueMicrotask(() => steps.push('click'))
    })
    return search
  })
  await vi.waitFor(() => expect(steps).toEqual(['click']), { timeout: COMPONENT_TIMEOUT_MS })
  result.current('north')
  await vi.waitFor(() => expect(steps).toHaveLength(3), { timeout: COMPONENT_TIMEOUT_MS })
  expect(steps).toEqual(['click', 'search north', 'click'])
  vi.unstubAllGlobals()
})

it('useLater drops a value when its page was left during the delay', () => {
  vi.useFakeTimers()
  const applied: string[] = []
  const { result } = renderHook(() => useLater((text: string) => applied.push(text), 250))
  const type = (text: string) => {
    act(() => result.current(text))
  }
  const pause = () => {
    act(() => {
      vi.advanceTimersByTime(250)
    })
  }
  window.history.pushState({}, '', '/payments')
  type('north')
  window.history.pushState({}, '', '/payments/7/show')
  pause()
  expect(applied).toEqual([])
  window.history.pushState({}, '', '/payments')
  type('south')
  window.history.pushState({}, '', '/payments?sort=amount')
  pause()
  expect(applied).toEqual(['south'])
  vi.useRealTimers()
})
