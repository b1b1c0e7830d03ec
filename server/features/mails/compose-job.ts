import type { Mail, MailBlock } from '../../../contract/entities/mail'
import { INTL_LOCALES, type Language } from '../../../contract/core/languages'
import { inLanguage } from '../../../contract/core/scalars'
import type { JobMailCause } from './follow'
import { dayOf, zonedTimeOf } from '../../documents/formats'
import { fill, manifestWords } from '../../documents/words'
import { mailWords } from '../../documents/mail-words'
import { phoneText } from '../../documents/phone-text'
import type { CompanyFacts } from './compose'
import type { JobFacts, JobStop } from './repository/job-facts'

interface JobLetter {
  kind: JobMailCause['kind']
  language: Language
  job: JobFacts
  company: CompanyFacts
}

const NO_PASSENGERS = '–'

/** Returns the mail to a company that operates a job: times, stops, passenger counts and special needs. */
export function composeJob({ kind, language, job, company }: JobLetter): Pick<Mail, 'subject' | 'content'> {
  const words = mailWords(language)
  const day = dayOf(job.starts_at, job.timezone, INTL_LOCALES[language])
  const values = { company: company.name, job: job.label, day }
  const { subject, intro } = words.kinds[kind]
  const phone = company.contact_phone && phoneText(company.contact_phone, language)
  const contact = [phone, company.contact_email].filter((line) => line !== null).join(' · ')
  const content: MailBlock[] = [
    { kind: 'text', text: words.hello },
    { kind: 'text', text: fill(intro, values) },
    { kind: 'facts', rows: headRows(job, language, day) },
    ...(kind === 'job_withdrawn'
      ? []
      : [{ kind: 'facts' as const, rows: job.stops.map((stop) => stopRow(stop, language)) }]),
    ...(contact === '' ? [] : [{ kind: 'text' as const, text: fill(words.job.contact, { contact, job: job.label }) }]),
    { kind: 'quiet', text: `${company.name} · ${words.clock}` },
  ]
  return { subject: fill(subject, values), content }
}

function headRows({ label, route, vehicle_type, stops, lead }: JobFacts, language: Language, day: string) {
  const words = mailWords(language)
  const people = stops.reduce((sum, stop) => sum + stop.people, 0)
  return [
    { label: words.job.label, value: route === null ? label : `${label} · ${inLanguage(route, language)}` },
    { label: words.job.day, value: day },
    { label: words.vehicleType, value: inLanguage(vehicle_type, language) },
    { label: words.passengers, value: String(people) },
    ...(lead
      ? [
          {
            label: words.job.lead,
            value: [lead.name, lead.phone && phoneText(lead.phone, language)].filter(Boolean).join(' · '),
          },
        ]
      : []),
  ]
}

function stopRow({ name, at, timezone, getOn, people }: JobStop, language: Language) {
  const { passengers } = mailWords(language)
  const time = at === null ? [] : [zonedTimeOf(at, timezone, INTL_LOCALES[language])]
  const needs = Object.entries(manifestWords(language).needs)
    .map(([need, word]) => ({ word, count: getOn.filter((own) => own.some((one) => one === need)).length }))
    .filter(({ count }) => count > 0)
  return {
    label: [...time, inLanguage(name, language)].join(' · '),
    value:
      people === 0
        ? NO_PASSENGERS
        : [{ word: passengers, count: people }, ...needs].map(({ word, count }) => `${word}: ${count}`).join(' · '),
  }
}
