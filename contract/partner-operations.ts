import type { Operation } from './operations'
import { PARTNER_ACCESS_OPERATIONS } from './partner-access'
import { PARTNER_AUTH_OPERATIONS } from './partner-auth'
import { PARTNER_CREDENTIAL_OPERATIONS } from './partner-credentials'
import { PARTNER_JOURNEY_OPERATIONS } from './partner-journeys'
import { PARTNER_LOG_SUMMARY_OPERATIONS } from './partner-log-summary'
import { PARTNER_LOG_OPERATIONS } from './partner-logs'
import { listPartnerPlaces } from './partner-places'
import { PARTNER_REHEARSAL_OPERATIONS } from './partner-rehearsal'
import { PARTNER_SALES_OPERATIONS } from './partner-sales'
import { PARTNER_STATEMENT_OPERATIONS } from './partner-statement'
import { PARTNER_TRIP_OPERATIONS } from './partner-trips'
import { PARTNER_WEBHOOK_OPERATIONS } from './partner-webhooks'

/** Every call of the partner portal and the partner API, and what staff decide about them. */
export const PARTNER_OPERATIONS: readonly Operation[] = [
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
