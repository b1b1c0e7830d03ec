import type { I18nText } from '../../../contract/scalars'

/** Lines that no record names, in the five languages: a breakdown is frozen with its words. */
export const PRICE_LABELS = {
  rounding: { en: 'Rounding', ae: 'تقريب', fr: 'Arrondi', de: 'Rundung', es: 'Redondeo' },
  override: {
    en: 'Price set by hand',
    ae: 'سعر محدد يدويًا',
    fr: 'Prix fixé manuellement',
    de: 'Von Hand gesetzter Preis',
    es: 'Precio fijado a mano',
  },
  taxIncluded: {
    en: 'Tax included',
    ae: 'الضريبة المشمولة',
    fr: 'Taxe incluse',
    de: 'Enthaltene Steuer',
    es: 'Impuesto incluido',
  },
  taxAdded: { en: 'Tax', ae: 'الضريبة', fr: 'Taxe', de: 'Steuer', es: 'Impuesto' },
  amendment: {
    en: 'Change of the booking',
    ae: 'تعديل الحجز',
    fr: 'Modification de la réservation',
    de: 'Änderung der Buchung',
    es: 'Cambio de la reserva',
  },
  cancellationFee: {
    en: 'Cancellation fee',
    ae: 'رسوم الإلغاء',
    fr: 'Frais d’annulation',
    de: 'Stornogebühr',
    es: 'Gastos de cancelación',
  },
  hireBase: { en: 'Base price', ae: 'السعر الأساسي', fr: 'Prix de base', de: 'Grundpreis', es: 'Precio base' },
  hireMinimum: {
    en: 'Up to the minimum charge',
    ae: 'حتى الحد الأدنى للرسوم',
    fr: 'Complément jusqu’au minimum facturé',
    de: 'Bis zum Mindestpreis',
    es: 'Hasta el importe mínimo',
  },
} as const satisfies Record<string, I18nText>

export const distanceLabel = (km: number): I18nText => ({
  en: `Distance, ${km} km`,
  ae: `المسافة، ${km} كم`,
  fr: `Distance, ${km} km`,
  de: `Strecke, ${km} km`,
  es: `Distancia, ${km} km`,
})

export const timeLabel = (hours: number): I18nText => ({
  en: `Time, ${hours} h`,
  ae: `الوقت، ${hours} ساعة`,
  fr: `Durée, ${hours} h`,
  de: `Zeit, ${hours} h`,
  es: `Tiempo, ${hours} h`,
})
