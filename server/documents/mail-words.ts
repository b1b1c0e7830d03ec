import ae from '../../locales/ae/translation.json' with { type: 'json' }
import de from '../../locales/de/translation.json' with { type: 'json' }
import en from '../../locales/en/translation.json' with { type: 'json' }
import es from '../../locales/es/translation.json' with { type: 'json' }
import fr from '../../locales/fr/translation.json' with { type: 'json' }
import type { Language } from '../../contract/core/languages'

const DICTIONARIES = { en, ae, fr, de, es }

/** Words of mails to passengers, accounts and partners; the console uses the same ones for previews. */
export const mailWords = (language: Language) => {
  const { app, resources } = DICTIONARIES[language]
  return {
    ...app.mail.letter,
    kinds: app.mail.kinds,
    job: app.mail.job,
    vehicleType: resources.journeys.fields.vehicle_type_id,
    notRunning: app.operations.message,
    choosePassword: app.account.choosePassword,
    linkUntil: app.account.linkUntil,
    acceptInvitation: app.partner.invite.title,
    email: app.partner.login.email,
    username: resources.users.fields.username,
    reference: app.desk.ticket.reference,
    total: app.reservation.total,
  }
}
