import { idOf } from '../chance'
import type { Clock } from '../clock'
import { CURRENCY } from '../network/fares'
import type { RowOf } from '../rows'
import { inFive } from '../texts'
import { seasonId } from './seasons'

type Rule = RowOf<'pricing_rules'> & { id: string }

const DAY_MIN = 1_440

export function pricingRules(clock: Clock): Rule[] {
  const since = `${clock.day(-200)}T10:00:00Z`
  const common = {
    status: 'active' as const,
    amount_minor: null,
    percent_bp: null,
    currency: null,
    percent_base: 'base_fare' as const,
    priority: 0,
    exclusive_group: null,
    stop_stage: false,
    valid_from: null,
    valid_to: null,
    route_ids: [],
    origin_station_ids: [],
    destination_station_ids: [],
    zone_pairs: [],
    vehicle_type_ids: [],
    service_kinds: [],
    passenger_categories: [],
    season_ids: [],
    weekdays: [],
    depart_time_from: null,
    depart_time_to: null,
    travel_date_from: null,
    travel_date_to: null,
    sale_at_from: null,
    sale_at_to: null,
    lead_time_min_from: null,
    lead_time_min_to: null,
    load_pct_from: null,
    load_pct_to: null,
    party_size_from: null,
    party_size_to: null,
    channels: [],
    partner_ids: [],
    customer_tags: [],
    trip_type: null,
    created_at: since,
    updated_at: since,
  }
  const of = (code: string, name: Rule['name'], rest: Partial<Rule> & Pick<Rule, 'stage' | 'effect'>): Rule => ({
    ...common,
    id: idOf('rule', code),
    code,
    name,
    ...rest,
  })
  const fare = { stage: 'fare_adjust', effect: 'add_percent' } as const
  const total = { stage: 'total_adjust', effect: 'add_percent' } as const
  return [
    of(
      'SUMMER-UP',
      inFive('Summer surcharge', 'زيادة الصيف', 'Supplément été', 'Sommerzuschlag', 'Suplemento de verano'),
      {
        ...fare,
        percent_bp: 1_250,
        season_ids: [seasonId('SUMMER')],
        priority: 20,
      },
    ),
    of(
      'HOLIDAY-UP',
      inFive(
        'Holiday surcharge',
        'زيادة الأعياد',
        'Supplément jours fériés',
        'Feiertagszuschlag',
        'Suplemento de fiestas',
      ),
      { ...fare, percent_bp: 1_500, season_ids: [seasonId('EASTER'), seasonId('CHRISTMAS')], priority: 20 },
    ),
    of(
      'NIGHT-UP',
      inFive('Night surcharge', 'زيادة ليلية', 'Supplément de nuit', 'Nachtzuschlag', 'Suplemento nocturno'),
      {
        ...fare,
        percent_bp: 2_000,
        depart_time_from: '22:00',
        depart_time_to: '06:00',
        priority: 10,
      },
    ),
    of(
      'WEEKEND-UP',
      inFive(
        'Friday and Sunday shuttles',
        'حافلات الجمعة والأحد',
        'Navettes du vendredi et du dimanche',
        'Shuttle am Freitag und Sonntag',
        'Lanzaderas de viernes y domingo',
      ),
      { ...fare, percent_bp: 500, weekdays: [5, 7], service_kinds: ['shuttle'] },
    ),
    of('EARLY-BIRD', inFive('Early booking', 'حجز مبكر', 'Réservation anticipée', 'Frühbucher', 'Reserva anticipada'), {
      ...fare,
      percent_bp: -1_000,
      lead_time_min_from: 14 * DAY_MIN,
      exclusive_group: 'booking-time',
    }),
    of('LAST-SEATS', inFive('Last seats', 'المقاعد الأخيرة', 'Dernières places', 'Letzte Plätze', 'Últimas plazas'), {
      ...fare,
      percent_bp: 1_500,
      load_pct_from: 80,
      load_pct_to: 200,
      exclusive_group: 'booking-time',
      priority: 5,
    }),
    of(
      'GROUP-10',
      inFive(
        'Groups of ten or more',
        'مجموعات من عشرة أشخاص فأكثر',
        'Groupes à partir de dix',
        'Gruppen ab zehn Personen',
        'Grupos de diez o más',
      ),
      {
        ...total,
        percent_bp: -1_000,
        party_size_from: 10,
        exclusive_group: 'party',
      },
    ),
    of('RETURN-5', inFive('Return journey', 'رحلة العودة', 'Trajet retour', 'Rückfahrt', 'Viaje de vuelta'), {
      ...total,
      percent_bp: -500,
      trip_type: 'return',
      exclusive_group: 'party',
      priority: -5,
    }),
    of(
      'WEB-PROMO',
      inFive(
        'Two euros off for families online',
        'خصم يوروين للعائلات عبر الإنترنت',
        'Deux euros de remise en ligne pour les familles',
        'Zwei Euro Nachlass für Familien im Internet',
        'Dos euros menos para familias en la web',
      ),
      {
        stage: 'total_adjust',
        effect: 'add_amount',
        amount_minor: -200,
        currency: CURRENCY,
        channels: ['web'],
        party_size_from: 3,
        party_size_to: 9,
        valid_from: clock.day(-30),
        valid_to: clock.day(45),
      },
    ),
    of('MIN-SALE', inFive('Smallest sale', 'الحد الأدنى للبيع', 'Vente minimale', 'Mindestbetrag', 'Venta mínima'), {
      stage: 'limit',
      effect: 'min_total',
      amount_minor: 300,
      currency: CURRENCY,
    }),
  ]
}
