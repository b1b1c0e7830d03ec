import { PARTNER_ACCESS_OPERATIONS } from './access'
import { PARTNER_AUTH_OPERATIONS } from './auth'
import { PARTNER_CREDENTIAL_OPERATIONS } from './credentials'
import { PARTNER_JOURNEY_OPERATIONS } from './journeys'
import { PARTNER_LOG_SUMMARY_OPERATIONS } from './log-summary'
import { PARTNER_LOG_OPERATIONS } from './logs'
import { listPartnerPlaces } from './places'
import { PARTNER_REHEARSAL_OPERATIONS } from './sandbox'
import { PARTNER_SALES_OPERATIONS } from './sales'
import { PARTNER_STATEMENT_OPERATIONS } from './statement'
import { PARTNER_TRIP_OPERATIONS } from './trips'
import { PARTNER_WEBHOOK_OPERATIONS } from './webhooks'

/** Every call of the partner portal and the partner API, and what staff decide about them. */
export const PARTNER_OPERATIONS = [
  ...PARTNER_AUTH_OPERATIONS,
  ...PARTNER_ACCESS_OPERATIONS,
  ...PARTNER_CREDENTIAL_OPERATIONS,
  ...PARTNER_JOURNEY_OPERATIONS,
  ...PARTNER_SALES_OPERATIONS,
  ...PARTNER_TRIP_OPERATIONS,
  ...PARTNER_LOG_OPERATIONS,
  ...PARTNER_LOG_SUMMARY_OPERATIONS,
  ...PARTNER_STATEMENT_OPERATIONS,
  listPartnerPlaces,
  ...PARTNER_WEBHOOK_OPERATIONS,
  ...PARTNER_REHEARSAL_OPERATIONS,
]
