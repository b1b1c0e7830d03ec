import { idOf } from '../chance'
import type { Clock } from '../clock'
import { CURRENCY } from '../network/fares'
import { routeId } from '../network/routes'
import type { RowOf } from '../rows'
import { inFive } from '../texts'

type Addon = Required<Pick<RowOf<'addons'>, 'id' | 'code' | 'name'>> & RowOf<'addons'>

const NOTHING = { luggage_units: 0, child_seats: 0, seats: 0 }
/** Tax included in the price, in basis points. */
const TRANSPORT_TAX = 1_000
const SERVICE_TAX = 2_100

const priced = (amount: number) => ({ amount_minor: amount, percent_bp: null, currency: CURRENCY })

export function addons(clock: Clock): Addon[] {
  const since = `${clock.day(-205)}T09:30:00Z`
  const of = (
    code: string,
    name: Addon['name'],
    rest: Omit<Addon, 'id' | 'code' | 'name' | 'status' | 'currency'> & { currency?: string | null },
  ): Addon => ({
    id: idOf('addon', code),
    code,
    name,
    currency: null,
    tax_rate_bp: SERVICE_TAX,
    max_per_reservation: null,
    stock_per_journey: null,
    route_ids: [],
    vehicle_type_ids: [],
    service_kinds: [],
    mandatory: false,
    refundable: true,
    consumes: NOTHING,
    status: 'active',
    created_at: since,
    updated_at: since,
    ...rest,
  })
  return [
    of(
      'BAG',
      inFive('Extra suitcase', 'حقيبة إضافية', 'Valise supplémentaire', 'Zusätzlicher Koffer', 'Maleta adicional'),
      {
        category: 'luggage',
        pricing: 'per_unit',
        ...priced(500),
        tax_rate_bp: TRANSPORT_TAX,
        max_per_reservation: 10,
        consumes: { ...NOTHING, luggage_units: 1 },
      },
    ),
    of('BIKE', inFive('Bicycle', 'دراجة هوائية', 'Vélo', 'Fahrrad', 'Bicicleta'), {
      category: 'bike',
      pricing: 'per_unit',
      ...priced(1_000),
      tax_rate_bp: TRANSPORT_TAX,
      max_per_reservation: 4,
      stock_per_journey: 4,
      service_kinds: ['scheduled'],
      consumes: { ...NOTHING, luggage_units: 3 },
    }),
    of('CHILD-SEAT', inFive('Child seat', 'مقعد أطفال', 'Siège enfant', 'Kindersitz', 'Silla infantil'), {
      category: 'child_seat',
      pricing: 'per_unit',
      ...priced(595),
      max_per_reservation: 4,
      stock_per_journey: 4,
      consumes: { ...NOTHING, child_seats: 1 },
    }),
    of(
      'MEET',
      inFive(
        'Meet and greet in the arrivals hall',
        'استقبال في صالة الوصول',
        'Accueil dans le hall des arrivées',
        'Empfang in der Ankunftshalle',
        'Recibimiento en la sala de llegadas',
      ),
      {
        category: 'meet_greet',
        pricing: 'per_reservation',
        ...priced(1_500),
        route_ids: [routeId('AGP-MAR'), routeId('AGP-HTL')],
        service_kinds: ['shuttle', 'transfer'],
      },
    ),
    of(
      'PET',
      inFive(
        'Pet in a carrier',
        'حيوان أليف في قفص',
        'Animal en caisse de transport',
        'Haustier in der Transportbox',
        'Mascota en transportín',
      ),
      {
        category: 'pet',
        pricing: 'per_unit',
        ...priced(800),
        tax_rate_bp: TRANSPORT_TAX,
        max_per_reservation: 2,
        stock_per_journey: 2,
      },
    ),
    of('LUNCH', inFive('Packed lunch', 'وجبة غداء معلبة', 'Panier-repas', 'Lunchpaket', 'Almuerzo para llevar'), {
      category: 'meal',
      pricing: 'per_passenger',
      ...priced(950),
      tax_rate_bp: TRANSPORT_TAX,
      service_kinds: ['private_hire'],
      refundable: false,
    }),
    of('CARE', inFive('Travel insurance', 'تأمين السفر', 'Assurance voyage', 'Reiseversicherung', 'Seguro de viaje'), {
      category: 'insurance',
      pricing: 'per_passenger',
      ...priced(290),
      tax_rate_bp: 0,
      refundable: false,
    }),
    of('FLEX', inFive('Flexible ticket', 'تذكرة مرنة', 'Billet flexible', 'Flexibles Ticket', 'Billete flexible'), {
      category: 'flex',
      pricing: 'percent_of_fare',
      amount_minor: null,
      percent_bp: 1_200,
      tax_rate_bp: TRANSPORT_TAX,
      max_per_reservation: 1,
      refundable: false,
    }),
  ]
}
