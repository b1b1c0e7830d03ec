import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { fold } from '../../contract/core/fold'
import { useApi, type Client } from '../support/api'
import { make } from '../support/factories'
import { SEARCH_PAIRS } from '../support/search-pairs'

const api = useApi()

describe('a search', () => {
  let admin: Client
  beforeAll(async () => {
    admin = await api.as('admin')
    await make(admin, 'customers', { first_name: 'Élodie', last_name: 'Papadopoulou', phone: '+35799123456' })
    await make(admin, 'customers', { first_name: 'Anna', last_name: 'Ψαράς', phone: '+35799654321' })
    await make(admin, 'customers', { kind: 'company', company_name: 'Anna & Sons', phone: '+4915112345678' })
  })
  const names = async (q: string) =>
    (await admin.list('customers', { filter: { q }, sort: ['created_at', 'ASC'] })).rows.map(
      (row) => row['company_name'] ?? row['last_name'],
    )

  it('finds records with all its words, in any order', async () => {
    expect(await names('papadop elodie')).toEqual(['Papadopoulou'])
    expect(await names('Anna')).toEqual(['Ψαράς', 'Anna & Sons'])
    expect(await names('anna - sons')).toEqual(['Anna & Sons'])
    expect(await names('anna papadopoulou')).toEqual([])
  })

  it('finds a phone number in every notation', async () => {
    for (const q of ['+35799123456', '+357 99 123 456', '00357 99-123456', '35799123456', '99123456', '9123456'])
      expect(await names(q), q).toEqual(['Papadopoulou'])
    expect(await names('+4935799123456')).toEqual([])
  })

  it('finds two letters of any script at the start of a word', async () => {
    expect(await names('ψα')).toEqual(['Ψαράς'])
    expect(await names('ρά')).toEqual([])
    expect(await names('pa')).toEqual(['Papadopoulou'])
  })

  it('finds nothing for a text without letters or digits', async () => {
    expect(await names('#')).toEqual([])
    expect(await names('- %')).toEqual([])
  })
})

describe('a name', () => {
  it('is folded in the database as it is in code', async () => {
    const texts = SEARCH_PAIRS.flat()
    const { rows } = await sql<{ folded: string }>`
      select search_fold(text) as folded from unnest(${texts}::text[]) with ordinality as sample (text, at)
      order by at`.execute(api.db)
    expect(rows.map(({ folded }) => folded)).toEqual(texts.map(fold))
  })

  it('is found in every spelling', async () => {
    const admin = await api.as('admin')
    expect(SEARCH_PAIRS.length).toBeGreaterThanOrEqual(80)
    const missed: string[] = []
    for (const [stored, typed] of SEARCH_PAIRS) {
      const { id } = await make(admin, 'customers', { kind: 'company', company_name: stored })
      const { rows } = await admin.list('customers', { filter: { q: typed }, sort: ['created_at', 'DESC'] })
      if (!rows.some((row) => row['id'] === id)) missed.push(`${typed} → ${stored}`)
    }
    expect(missed).toEqual([])
  })

  it.each(['Park & Ride "Süd"', '"Süd"', 'Nord\\Süd', '\\'])('in several languages is found by %s', async (text) => {
    const admin = await api.as('admin')
    const name = { en: `Rest ${text}`, de: 'Rast' }
    const { id } = await make(admin, 'stations', { name })
    const { rows } = await admin.list('stations', { filter: { q: `rest ${text}` }, sort: ['created_at', 'DESC'] })
    expect(rows.map((row) => row['id'])).toContain(id)
  })

  it('is not found by another one', async () => {
    const admin = await api.as('admin')
    const { id } = await make(admin, 'customers', { kind: 'company', company_name: 'Ωμέγα Łódź' })
    for (const typed of ['Ομέγα', 'omega', 'Łotr', 'ωμεγαλ']) {
      const { rows } = await admin.list('customers', { filter: { q: typed }, sort: ['created_at', 'DESC'] })
      expect(
        rows.map((row) => row['id']),
        typed,
      ).not.toContain(id)
    }
  })
})

describe('the history', () => {
  it('is searched by the start of words, and by the request id', async () => {
    const admin = await api.as('admin')
    const { id } = await make(admin, 'customers', { first_name: 'Zoë', last_name: 'Al-Qadri (Ltd.)' })
    const found = async (q: string) =>
      (await admin.list('audit-events', { filter: { q, entity_id: id } })).rows.map(({ request_id }) => request_id)
    const [request] = await found('')
    for (const q of [
      'zoe qadri',
      'QAD',
      'customers.created al-q',
      'created ltd',
      String(request),
      String(request).slice(0, 10),
    ])
      expect(await found(q), q).toEqual([request])
    for (const q of ['adri', 'zoe papadopoulou', `x${String(request)}`, '!', "' | ''"])
      expect(await found(q), q).toEqual([])
  })
})
