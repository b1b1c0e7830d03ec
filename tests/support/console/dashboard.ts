import type { Dashboard } from '../../../contract/operations/dashboard'

/** Returns the dashboard of an empty company for a user with all permissions, with the given overrides. */
export const aDashboard = (values: Partial<Dashboard> = {}): Dashboard => ({
  attention: [],
  day: '2030-05-20',
  timezone: 'Asia/Nicosia',
  departures: null,
  figures: null,
  takings: null,
  owed: null,
  first_steps: null,
  ...values,
})
