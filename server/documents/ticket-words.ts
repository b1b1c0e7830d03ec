import type { Language } from '../../contract/core/vocabulary'
import { DICTIONARIES } from './dictionaries'

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
