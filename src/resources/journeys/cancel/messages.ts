import type { Journey } from '../../../../contract/entities/journey'
import type { PartyOutcome } from '../../../../contract/operations/journeys'
import { LANGUAGES, type Language } from '../../../../contract/core/languages'
import { i18n } from '../../../providers/i18n/i18n'
import { languageInfo } from '../../../providers/i18n/languages'
import { departureName } from '../../../features/reassignment/PartyTable'

export interface Message {
  language: Language
  outcome: Exclude<PartyOutcome['outcome'], 'failed'>
  text: string
  parties: PartyOutcome[]
}

/** Returns the messages to the customers of a cancelled departure in their languages; identical ones are grouped. */
export function messagesOf(
  journey: Journey,
  outcomes: readonly PartyOutcome[],
  departures: readonly Journey[],
  reason: string,
): Message[] {
  const messages = new Map<string, Message>()
  for (const party of outcomes) {
    if (party.outcome === 'failed') continue
    const language = LANGUAGES.find((code) => code === party.reservation?.locale) ?? 'en'
    const to = departures.find((departure) => departure.id === party.to_journey_id)
    const key = [language, party.outcome, to?.id].join('/')
    const known = messages.get(key)
    if (known) known.parties.push(party)
    else {
      const { intl } = languageInfo(language)
      const translate = i18n.getFixedT(language)
      const text = translate(`app.operations.message.${party.outcome}`, {
        code: journey.code,
        departure: departureName(journey, intl),
        to: to ? departureName(to, intl) : '',
        reason,
      })
      messages.set(key, { language, outcome: party.outcome, text, parties: [party] })
    }
  }
  return [...messages.values()]
}
