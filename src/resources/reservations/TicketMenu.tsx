import type { Reservation } from '../../../contract/entities/reservation'
import { PdfMenu } from '../../ui/PdfMenu'
import { useFormat } from '../../ui/useFormat'
import { openPdf } from '../../providers/http/files'

/** Opens the tickets as a PDF, in the party's language first. */
export function TicketMenu({ reservation }: { reservation: Pick<Reservation, 'id' | 'locale'> }) {
  const { t } = useFormat()
  return (
    <PdfMenu
      label={t('app.desk.print')}
      first={reservation.locale}
      onOpen={(language) =>
        openPdf('GET /reservations/:id/ticket.pdf', { params: { id: reservation.id }, query: { language } })
      }
    />
  )
}
