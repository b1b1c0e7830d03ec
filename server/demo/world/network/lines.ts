import type { I18nText } from '../../../../contract/core/scalars'
import type { ROUTE_STATUSES, SERVICE_KINDS, STOP_ACCESS } from '../../../../contract/core/vocabulary'
import { inFive } from '../texts'

type Access = (typeof STOP_ACCESS)[number]

export interface Stop {
  station: string
  /** Minutes after the first departure. */
  arrive: number
  depart: number
  /** Kilometres from the first stop. */
  km: number
  pickup?: Access
  dropOff?: Access
  platform?: string
}

/** Fare of an adult in cents: `base` plus an amount for each kilometre, and `least` as the minimum. */
interface Tariff {
  base: number
  perKm: number
  least: number
}

export interface Line {
  code: string
  name: I18nText
  kind: (typeof SERVICE_KINDS)[number]
  reverse?: string
  color: string
  status: (typeof ROUTE_STATUSES)[number]
  /** Code of the vehicle type that usually serves it. */
  vehicleType: string
  /** The fare per kilometre between two stops, or one fare for the whole line. */
  tariff: Tariff | { flat: number }
  bookUntilMin: number
  stops: readonly Stop[]
}

const stop = (
  station: string,
  arrive: number,
  depart: number,
  km: number,
  more: Pick<Stop, 'pickup' | 'dropOff' | 'platform'> = {},
): Stop => ({ station, arrive, depart, km, ...more })

const COACH_TARIFF: Tariff = { base: 90, perKm: 9, least: 180 }
const SHUTTLE_TARIFF: Tariff = { base: 350, perKm: 16, least: 500 }

const COACH = {
  kind: 'scheduled',
  status: 'active',
  vehicleType: 'COACH-55',
  tariff: COACH_TARIFF,
  bookUntilMin: 5,
} as const
const SHUTTLE = {
  kind: 'shuttle',
  status: 'active',
  vehicleType: 'MIDI-35',
  tariff: SHUTTLE_TARIFF,
  bookUntilMin: 30,
} as const

/** Ten routes: coaches, airport shuttles, a transfer and an excursion; one is planned and one is discontinued. */
export const LINES: readonly Line[] = [
  {
    code: 'MLG-GRX',
    name: inFive('Málaga – Granada', 'مالقة – غرناطة', 'Málaga – Grenade', 'Málaga – Granada', 'Málaga – Granada'),
    reverse: 'GRX-MLG',
    color: '#1f6f54',
    ...COACH,
    stops: [
      stop('MLG-BUS', 0, 0, 0, { dropOff: 'none', platform: '12' }),
      stop('AGP', 18, 22, 9, { dropOff: 'none', platform: '4' }),
      stop('ANT', 62, 65, 58),
      stop('GRX-BUS', 135, 135, 134, { pickup: 'none' }),
    ],
  },
  {
    code: 'GRX-MLG',
    name: inFive('Granada – Málaga', 'غرناطة – مالقة', 'Grenade – Málaga', 'Granada – Málaga', 'Granada – Málaga'),
    reverse: 'MLG-GRX',
    color: '#1f6f54',
    ...COACH,
    stops: [
      stop('GRX-BUS', 0, 0, 0, { dropOff: 'none' }),
      stop('ANT', 70, 73, 76),
      stop('AGP', 113, 117, 125, { pickup: 'none', platform: '4' }),
      stop('MLG-BUS', 135, 135, 134, { pickup: 'none', platform: '12' }),
    ],
  },
  {
    code: 'MLG-EST',
    name: inFive(
      'Málaga – Marbella – Estepona',
      'مالقة – ماربيا – إستيبونا',
      'Málaga – Marbella – Estepona',
      'Málaga – Marbella – Estepona',
      'Málaga – Marbella – Estepona',
    ),
    reverse: 'EST-MLG',
    color: '#1d5fa8',
    ...COACH,
    stops: [
      stop('MLG-BUS', 0, 0, 0, { dropOff: 'none', platform: '24' }),
      stop('TOR', 22, 23, 14),
      stop('BEN', 34, 35, 22),
      stop('FUE', 50, 53, 32),
      stop('CALA', 63, 64, 41, { pickup: 'phone_agency' }),
      stop('MAR', 88, 92, 62),
      stop('BANUS', 104, 105, 69),
      stop('SANPEDRO', 112, 113, 73),
      stop('EST', 135, 135, 87, { pickup: 'none' }),
    ],
  },
  {
    code: 'EST-MLG',
    name: inFive(
      'Estepona – Marbella – Málaga',
      'إستيبونا – ماربيا – مالقة',
      'Estepona – Marbella – Málaga',
      'Estepona – Marbella – Málaga',
      'Estepona – Marbella – Málaga',
    ),
    reverse: 'MLG-EST',
    color: '#1d5fa8',
    ...COACH,
    stops: [
      stop('EST', 0, 0, 0, { dropOff: 'none' }),
      stop('SANPEDRO', 22, 23, 14),
      stop('BANUS', 30, 31, 18),
      stop('MAR', 43, 47, 25),
      stop('CALA', 71, 72, 46, { pickup: 'phone_agency' }),
      stop('FUE', 82, 85, 55),
      stop('BEN', 100, 101, 65),
      stop('TOR', 112, 113, 73),
      stop('MLG-BUS', 135, 135, 87, { pickup: 'none', platform: '24' }),
    ],
  },
  {
    code: 'AGP-MAR',
    name: inFive(
      'Airport shuttle: Málaga Airport – Marbella',
      'حافلة المطار: مطار مالقة – ماربيا',
      'Navette aéroport : Málaga – Marbella',
      'Flughafenshuttle: Málaga – Marbella',
      'Lanzadera: Aeropuerto de Málaga – Marbella',
    ),
    reverse: 'MAR-AGP',
    color: '#b4571b',
    ...SHUTTLE,
    stops: [
      stop('AGP', 0, 0, 0, { dropOff: 'none', platform: '1' }),
      stop('MAR', 45, 47, 50),
      stop('BANUS', 60, 60, 58, { pickup: 'none' }),
    ],
  },
  {
    code: 'MAR-AGP',
    name: inFive(
      'Airport shuttle: Marbella – Málaga Airport',
      'حافلة المطار: ماربيا – مطار مالقة',
      'Navette aéroport : Marbella – Málaga',
      'Flughafenshuttle: Marbella – Málaga',
      'Lanzadera: Marbella – Aeropuerto de Málaga',
    ),
    reverse: 'AGP-MAR',
    color: '#b4571b',
    ...SHUTTLE,
    stops: [
      stop('BANUS', 0, 0, 0, { dropOff: 'none' }),
      stop('MAR', 13, 15, 8),
      stop('AGP', 60, 60, 58, { pickup: 'none', platform: '1' }),
    ],
  },
  {
    code: 'AGP-HTL',
    name: inFive(
      'Hotel transfer: Airport – Torremolinos – Benalmádena',
      'نقل الفنادق: المطار – توريمولينوس – بنالمادينا',
      'Transfert hôtels : aéroport – Torremolinos – Benalmádena',
      'Hoteltransfer: Flughafen – Torremolinos – Benalmádena',
      'Traslado a hoteles: aeropuerto – Torremolinos – Benalmádena',
    ),
    kind: 'transfer',
    color: '#7a3e9d',
    status: 'active',
    vehicleType: 'MINI-19',
    tariff: SHUTTLE_TARIFF,
    bookUntilMin: 120,
    stops: [
      stop('AGP', 0, 0, 0, { dropOff: 'none', platform: '1' }),
      stop('HTL-CARI', 18, 24, 9),
      stop('HTL-BEN', 34, 42, 15),
      stop('AGP', 65, 65, 30, { pickup: 'none', platform: '1' }),
    ],
  },
  {
    code: 'ALH-DAY',
    name: inFive(
      'Excursion: Málaga cruise port – Alhambra and back',
      'رحلة سياحية: ميناء مالقة – قصر الحمراء والعودة',
      'Excursion : port de Málaga – Alhambra et retour',
      'Ausflug: Hafen Málaga – Alhambra und zurück',
      'Excursión: puerto de Málaga – Alhambra y regreso',
    ),
    kind: 'private_hire',
    color: '#a02c4a',
    status: 'active',
    vehicleType: 'MIDI-35',
    tariff: { flat: 3900 },
    bookUntilMin: 1440,
    stops: [
      stop('MLG-PORT', 0, 0, 0, { dropOff: 'none' }),
      stop('ALHAMBRA', 100, 340, 135, { pickup: 'none', dropOff: 'none' }),
      stop('MLG-PORT', 440, 440, 270, { pickup: 'none' }),
    ],
  },
  {
    code: 'MLG-COR',
    name: inFive('Málaga – Córdoba', 'مالقة – قرطبة', 'Málaga – Cordoue', 'Málaga – Córdoba', 'Málaga – Córdoba'),
    color: '#3d6b8a',
    ...COACH,
    status: 'draft',
    stops: [
      stop('MLG-BUS', 0, 0, 0, { dropOff: 'none', platform: '12' }),
      stop('ANT', 50, 55, 50),
      stop('COR-BUS', 150, 150, 160, { pickup: 'none' }),
    ],
  },
  {
    code: 'MLG-RON',
    name: inFive('Málaga – Ronda', 'مالقة – رندة', 'Málaga – Ronda', 'Málaga – Ronda', 'Málaga – Ronda'),
    kind: 'scheduled',
    color: '#6b6b6b',
    status: 'retired',
    vehicleType: 'MIDI-35',
    tariff: COACH_TARIFF,
    bookUntilMin: 5,
    stops: [
      stop('MLG-BUS', 0, 0, 0, { dropOff: 'none', platform: '24' }),
      stop('RON', 115, 115, 102, { pickup: 'none' }),
    ],
  },
]
