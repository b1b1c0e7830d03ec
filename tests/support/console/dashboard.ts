import type { Dashboard } from '../../../contract/operations/dashboard'

/** The dashboard's answer about a company that has nothing and sees everything, but for what a test says. */
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
