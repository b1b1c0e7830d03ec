import * as words from '../../../contract/vocabulary'

/** Closed lists that a field can choose from; the key is also where their words stand: `choices.<key>.<value>`. */
export const VOCABULARIES = {
  languages: words.LANGUAGES,
  roles: words.ROLES,
  userStatuses: words.USER_STATUSES,
  activeStatuses: words.ACTIVE_STATUSES,
  stationKinds: words.STATION_KINDS,
  wheelchairBoarding: words.WHEELCHAIR_BOARDING,
  vehicleCategories: words.VEHICLE_CATEGORIES,
  vehicleAmenities: words.VEHICLE_AMENITIES,
  vehicleStatuses: words.VEHICLE_STATUSES,
  serviceKinds: words.SERVICE_KINDS,
  routeStatuses: words.ROUTE_STATUSES,
  bookingTypes: words.BOOKING_TYPES,
  stopAccess: words.STOP_ACCESS,
  passengerCategories: words.PASSENGER_CATEGORIES,
  passengerNeeds: words.PASSENGER_NEEDS,
  staffRoles: words.STAFF_ROLES,
  staffStatuses: words.STAFF_STATUSES,
  licenceCategories: words.LICENCE_CATEGORIES,
  customerKinds: words.CUSTOMER_KINDS,
  journeyKinds: words.JOURNEY_KINDS,
  salesStatuses: words.SALES_STATUSES,
  serviceStatuses: words.SERVICE_STATUSES,
  availabilityStatuses: words.AVAILABILITY_STATUSES,
  environments: words.ENVIRONMENTS,
  reservationKinds: words.RESERVATION_KINDS,
  channels: words.CHANNELS,
  reservationStatuses: words.RESERVATION_STATUSES,
  paymentStatuses: words.PAYMENT_STATUSES,
  paymentMethods: words.PAYMENT_METHODS,
  partnerKinds: words.PARTNER_KINDS,
  partnerStatuses: words.PARTNER_STATUSES,
  commissionModes: words.COMMISSION_MODES,
  cancelRights: words.CANCEL_RIGHTS,
  addonCategories: words.ADDON_CATEGORIES,
  addonPricings: words.ADDON_PRICINGS,
  ruleStages: words.RULE_STAGES,
  ruleEffects: words.RULE_EFFECTS,
  percentBases: words.PERCENT_BASES,
  tripTypes: words.TRIP_TYPES,
  priceLineKinds: words.PRICE_LINE_KINDS,
} as const satisfies Record<string, readonly string[]>

export type Vocabulary = keyof typeof VOCABULARIES

export const choiceKey = (vocabulary: Vocabulary, value: string) => `choices.${vocabulary}.${value}`
