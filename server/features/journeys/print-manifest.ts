import { sentence } from '../../../contract/core/sentence'
import type { Manifest } from '../../../contract/operations/manifest'
import { inLanguage } from '../../../contract/core/scalars'
import type { Language } from '../../../contract/core/languages'
import type { Reader } from '../../db/transaction'
import { printPdf } from '../../documents/print-pdf'
import { Refusal } from '../../http/refusal'
import { manifestOf, sheetFacts } from './repository/manifest'

/** Returns the passenger manifest of a journey. @throws Refusal not_found */
export async function getManifest(reader: Reader, journeyId: string): Promise<Manifest> {
  const manifest = await manifestOf(reader, journeyId)
  if (!manifest) throw noJourney()
  return manifest
}

const noJourney = () => new Refusal('not_found', sentence`There is no such journey.`)

/**
 * Returns the manifest of a journey as a PDF.
 * @param origin of the public URL; null when it is not known
 * @throws Refusal not_found
 */
export async function printManifest(
  reader: Reader,
  journeyId: string,
  language: Language,
  origin: string | null,
): Promise<Buffer> {
  const facts = await sheetFacts(reader, journeyId)
  if (!facts) throw noJourney()
  const { parties } = await getManifest(reader, journeyId)
  const sheet = {
    language,
    code: facts.code,
    route: inLanguage(facts.route, language),
    departsAt: facts.departs_at,
    timezone: facts.timezone,
    vehicle: facts.vehicle,
    driver: facts.driver,
    operator: facts.operator,
    stops: facts.stops.map(({ seq, name, departs_at, timezone }) => ({
      seq,
      name: inLanguage(name, language),
      departsAt: departs_at,
      timezone,
      parties: parties.filter((party) => party.board_seq === seq),
    })),
    url: origin === null ? null : `${origin}/journeys/${journeyId}/show?view=check-in`,
  }
  return printPdf({ kind: 'manifest', sheet })
}
