import { expect, it } from 'vitest'
import { PDF_WAITING_PER_CALLER } from '../../contract/core/limits/documents'
import { useApi } from '../support/api'
import { make } from '../support/factories'

const api = useApi()

it('documents of one caller and operation are written one after another, and others in parallel', async () => {
  const admin = await api.as('admin')
  const reservation = await make(admin, 'reservations')
  const journey = await make(admin, 'journeys')
  const path = `/reservations/${String(reservation['id'])}/ticket.pdf`
  const [greedy, other] = [await api.as('agent'), await api.as('agent')]
  const ended: string[] = []
  const asked = Array.from({ length: PDF_WAITING_PER_CALLER + 5 }, async () => {
    const answer = await greedy.get(path)
    ended.push(answer.status === 200 ? 'greedy' : 'refused')
    return answer
  })
  const single = other.get(path).then(({ status }) => ended.push(`other ${status}`))
  const list = greedy.get(`/journeys/${String(journey['id'])}/manifest.pdf`)
  const manifest = list.then(({ status }) => ended.push(`manifest ${status}`))
  const answers = await Promise.all(asked)
  await Promise.all([single, manifest])
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused).toHaveLength(5)
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  const written = ended.filter((name) => name !== 'refused')
  expect(written).toHaveLength(PDF_WAITING_PER_CALLER + 2)
  for (const name of ['other 200', 'manifest 200']) {
    expect(written).toContain(name)
    expect(written.indexOf(name)).toBeLessThan(PDF_WAITING_PER_CALLER / 2)
  }
})
