import { COAST } from './coast'
import { INLAND } from './inland'
import type { DemoPlace } from './place'

export const PLACES: readonly DemoPlace[] = [...COAST, ...INLAND]

export const PLATFORMS: readonly { code: string; parent: string; platform: string }[] = [
  { code: 'AGP-B1', parent: 'AGP', platform: '1' },
  { code: 'AGP-B4', parent: 'AGP', platform: '4' },
  { code: 'MLG-BUS-12', parent: 'MLG-BUS', platform: '12' },
  { code: 'MLG-BUS-24', parent: 'MLG-BUS', platform: '24' },
]
