/** Sections of the partner's page, as they stand in its address: `?section=trips`. */
export const SECTIONS = ['overview', 'trips', 'credentials'] as const
export type SectionName = (typeof SECTIONS)[number]
