import { useGetOne } from 'react-admin'
import type { Journey } from '../../../../contract/entities/journey'
import type { Staff } from '../../../../contract/entities/staff'
import { LANGUAGES, type Language } from '../../../../contract/core/vocabulary'
import { PdfMenu } from '../../../ui/PdfMenu'
import { useFormat } from '../../../ui/useFormat'
import { openPdf } from '../../../providers/http/files'

/** The language that a driver reads best of those we have; null where we know none. */
function languageOf(driver: Staff | undefined): Language | null {
  const spoken = driver?.languages.map((code) => (code === 'ar' ? 'ae' : code)) ?? []
  return LANGUAGES.find((language) => language === spoken.find((code) => LANGUAGES.includes(code as Language))) ?? null
}

/** Opens the manifest as a PDF, in the driver's language first. */
export function PrintMenu({ journey }: { journey: Journey }) {
  const { t } = useFormat()
  const { data: driver } = useGetOne<Staff>(
    'staff',
    { id: journey.driver_id ?? '' },
    { enabled: journey.driver_id !== null },
  )
  return (
    <PdfMenu
      label={t('app.depot.manifest.print')}
      first={languageOf(driver)}
      firstNote={t('app.depot.manifest.driver')}
      onOpen={(language) =>
        openPdf('GET /journeys/:id/manifest.pdf', { params: { id: journey.id }, query: { language } })
      }
    />
  )
}
