import type { I18nText } from '../../../contract/core/scalars'

/** Labels of lines that no record names, in the five languages. A stored breakdown includes its labels. */
export const PRICE_LABELS = {
  rounding: { en: 'Rounding', ae: 'تقريب', fr: 'Arrondi', de: 'Rundung', es: 'Redondeo' },
  override: {
    en: 'Price set by hand',
    ae: 'سعر محدد يدويًا',
    fr: 'Prix fixé manuellement',
    de: 'Von Hand gesetzter Preis',
    es: 'Precio fijado a mano',
  },
  ceiling: {
    en: 'Not dearer than before the change',
    ae: 'لا يزيد على السعر قبل التغيير',
    fr: 'Plafonné au prix d’avant la modification',
    de: 'Nicht teurer als vor der Änderung',
    es: 'No más caro que antes del cambio',
  },
  asBought: {
    en: 'As it was bought',
    ae: 'كما تم شراؤه',
    fr: 'Au prix de l’achat',
    de: 'Zum gekauften Preis',
    es: 'Al precio de compra',
  },
  taxIncluded: {
    en: 'Tax included',
    ae: 'الضريبة المشمولة',
    fr: 'Taxe incluse',
    de: 'Enthaltene Steuer',
    es: 'Impuesto incluido',
  },
  taxAdded: { en: 'Tax', ae: 'الضريبة', fr: 'Taxe', de: 'Steuer', es: 'Impuesto' },
  cancellationFee: {
    en: 'Cancellation fee',
    ae: 'رسوم الإلغاء',
    fr: 'Frais d’annulation',
    de: 'Stornogebühr',
    es: 'Gastos de cancelación',
  },
  nonRefundable: {
    en: 'Non-refundable add-ons',
    ae: 'إضافات غير قابلة للاسترداد',
    fr: 'Options non remboursables',
    de: 'Nicht erstattbare Zusatzleistungen',
    es: 'Extras no reembolsables',
  },
  earlierFees: {
    en: 'Fees of earlier changes',
    ae: 'رسوم تغييرات سابقة',
    fr: 'Frais de modifications antérieures',
    de: 'Gebühren früherer Änderungen',
    es: 'Gastos de cambios anteriores',
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
