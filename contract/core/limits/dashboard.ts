export const DASHBOARD_DEPARTURES = 10
/** Routes, or partners, listed separately in one answer of the dashboard. */
export const DASHBOARD_MEMBERS_MAX = 50
/** Age limits of outstanding amounts on the dashboard, in days since travel. */
export const DASHBOARD_OWED_WEEK_DAYS = 7
export const DASHBOARD_OWED_MONTH_DAYS = 30
/** Journeys under way in one answer of the map. */
export const MAP_JOURNEYS_MAX = 500
