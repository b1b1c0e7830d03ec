/** Colours of the product. Text on every surface meets WCAG AA; an icon or a word also marks each state. */
interface Tone {
  /** Colour of text and icons. */
  ink: string
  /** Background of a chip or banner. */
  ground: string
}

export type ToneName = 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'accent'

export interface Colours {
  /** Background of the window and the navigation. */
  ground: string
  /** Background of the page, below cards. */
  canvas: string
  /** Cards and tables. */
  surface: string
  /** Menus, dialogs and other layers above a surface. */
  raised: string
  /** Table heads, code and muted fills. */
  muted: string
  hairline: string
  ink: string
  inkSecondary: string
  inkTertiary: string
  accent: string
  accentHover: string
  onAccent: string
  hover: string
  selected: string
  tones: Record<ToneName, Tone>
}

export const LIGHT: Colours = {
  ground: '#f5f6f8',
  canvas: '#fbfcfd',
  surface: '#ffffff',
  raised: '#ffffff',
  muted: '#f7f8fa',
  hairline: '#e3e6eb',
  ink: '#151a23',
  inkSecondary: '#525b6b',
  inkTertiary: '#667085',
  accent: '#1f4fd8',
  accentHover: '#173fb3',
  onAccent: '#ffffff',
  hover: '#f2f4f7',
  selected: '#ebf0fe',
  tones: {
    neutral: { ink: '#4a5465', ground: '#eef0f4' },
    info: { ink: '#0b5c85', ground: '#e3f2fa' },
    success: { ink: '#11643b', ground: '#e3f5ea' },
    warning: { ink: '#8a4b04', ground: '#fdf0d9' },
    danger: { ink: '#a82020', ground: '#fdeaea' },
    accent: { ink: '#1f4fd8', ground: '#ebf0fe' },
  },
}

export const DARK: Colours = {
  ground: '#0b0e14',
  canvas: '#0e1219',
  surface: '#131822',
  raised: '#191f2a',
  muted: '#161b25',
  hairline: 'rgba(255, 255, 255, 0.10)',
  ink: '#e8ebf1',
  inkSecondary: '#a9b2c2',
  inkTertiary: '#8b95a7',
  accent: '#8fb0ff',
  accentHover: '#a9c3ff',
  onAccent: '#0b1530',
  hover: 'rgba(255, 255, 255, 0.05)',
  selected: 'rgba(143, 176, 255, 0.14)',
  tones: {
    neutral: { ink: '#b8c0ce', ground: 'rgba(255, 255, 255, 0.08)' },
    info: { ink: '#7cc7ee', ground: 'rgba(56, 161, 214, 0.16)' },
    success: { ink: '#74d69c', ground: 'rgba(49, 173, 102, 0.16)' },
    warning: { ink: '#f1bd6b', ground: 'rgba(226, 152, 41, 0.16)' },
    danger: { ink: '#ff9b96', ground: 'rgba(231, 76, 70, 0.18)' },
    accent: { ink: '#8fb0ff', ground: 'rgba(143, 176, 255, 0.14)' },
  },
}
