import ae from '../../locales/ae/translation.json' with { type: 'json' }
import de from '../../locales/de/translation.json' with { type: 'json' }
import en from '../../locales/en/translation.json' with { type: 'json' }
import es from '../../locales/es/translation.json' with { type: 'json' }
import fr from '../../locales/fr/translation.json' with { type: 'json' }
import type { Language } from '../../contract/vocabulary'

const DICTIONARIES = { en, ae, fr, de, es }

/** The console's own words for what stands on a ticket. */
export const ticketWords = (language: Language) => {
  const { app, choices } = DICTIONARIES[language]
  return {
    ...app.desk.ticket,
    total: app.reservation.total,
    owed: app.reservation.owed,
    categories: choices.passengerCategories,
  }
}
