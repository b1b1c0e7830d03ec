import '../../../../support/console/media'
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Customer } from '../../../../../contract/entities/customer'
import { DuplicateHint } from '../../../../../src/resources/customers/duplicates/DuplicateHint'
import { renderInFrame, signedIn } from '../../../../support/console/frame'
import { answer, script } from '../../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

it('hint at a duplicate takes no more room than was free for it before it was read', async () => {
  const duplicate = { score: 90, customer: { id: '8', first_name: 'Lotte', last_name: 'Berg' } }
  let respond: (response: Response) => void = () => undefined
  const held = new Promise<Response>((resolve) => (respond = resolve))
  script({ 'GET /customers/7/duplicates/': () => held })
  signedIn()
  const { container } = renderInFrame(<DuplicateHint customer={{ id: '7', anonymised_at: null } as Customer} />)
  const line = container.firstElementChild
  expect(line).toHaveStyle({ minHeight: '19px' })
  respond(answer([duplicate]))
  expect(await screen.findByRole('link', { name: 'Lotte Berg' })).toBeVisible()
  expect(container.firstElementChild).toBe(line)
})
