import { inLanguage } from '../../../contract/core/scalars'
import type { Language } from '../../../contract/core/vocabulary'
import type { Reader } from '../../db/transaction'
import { manifestPdf } from '../../documents/manifest'
import { manifestOf, sheetFacts } from './repository/manifest'

/** The manifest of a journey as a PDF. @param origin that people open in their browser; null when it is not known */
export async function printManifest(
  reader: Reader,
  journeyId: string,
  language: Language,
  origin: string | null,
): Promise<Buffer> {
  const facts = await sheetFacts(reader, journeyId)
  const { parties } = await manifestOf(reader, journeyId)
  return manifestPdf({
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
  })
}
