import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useGetManyAggregate, useGetOne } from 'react-admin'
import type { Journey } from '../../../../contract/entities/journey'
import { problemText } from '../../../ui/problemText'
import { LineSkeleton } from '../../../ui/LineSkeleton'
import { useFormat } from '../../../ui/useFormat'
import { saveFile, openPdf } from '../../../providers/http/files'
import { RecordLink } from '../../../kit/RecordLink'
import { Card } from '../../../kit/RecordSections'
import type { AnyRecord } from '../../../kit/resource'
import { represent } from '../../../kit/registry'
import { byStop, countAboard } from './parties'
import { manifestCsv } from './manifestCsv'
import { PartyLine } from './PartyLine'
import { PlainList } from '../../../ui/Rows'
import { SecondaryText, Text } from '../../../ui/Text'
import type { Staff } from '../../../../contract/entities/staff'
import { LANGUAGES, type Language } from '../../../../contract/core/languages'
import { PdfMenu } from '../../../ui/PdfMenu'
import { useManifest } from '../journeyApi'

/** Height of the total and of one stop with a booking. */
const PARTIES_HEIGHT_PX = 120

/** Passengers by boarding stop; can be printed and saved. */
export function ManifestCard({ journey }: { journey: Journey }) {
  const format = useFormat()
  const { t, language } = format
  const { data, error } = useManifest(journey.id)
  const calls = journey.calls ?? []
  const { data: stations = [] } = useGetManyAggregate<AnyRecord>('stations', {
    ids: calls.map((call) => call.station_id),
  })
  const nameOf = (stationId: string) => {
    const station = stations.find((record) => record?.id === stationId)
    return station ? represent('stations', station, language) : ''
  }
  const stops = data ? byStop(data, calls) : []
  const { aboard, all } = countAboard(data?.parties ?? [])
  const hasParties = data ? all > 0 : !error && journey.peak_load > 0
  return (
    <Card
      title={t('app.operations.manifest.title')}
      action={
        hasParties && (
          <Box sx={{ display: 'flex', gap: 2 }}>
            <Button
              startIcon={<DownloadIcon />}
              disabled={!data}
              onClick={() => data && saveFile(manifestCsv(data, calls, nameOf, format), `manifest-${journey.code}.csv`)}
            >
              {t('app.operations.manifest.csv')}
            </Button>
            <PrintMenu journey={journey} />
          </Box>
        )
      }
    >
      {error && <Text tone="error">{problemText(error, format)}</Text>}
      {!data &&
        !error &&
        (hasParties ? (
          <Skeleton height={PARTIES_HEIGHT_PX} />
        ) : (
          <LineSkeleton>{t('app.operations.manifest.empty')}</LineSkeleton>
        ))}
      {data && all === 0 && <SecondaryText>{t('app.operations.manifest.empty')}</SecondaryText>}
      {all > 0 && (
        <Box sx={{ fontSize: 'body2.fontSize', color: 'text.secondary', mb: 3 }}>
          {t('app.operations.manifest.aboard', { aboard, all })}
        </Box>
      )}
      {stops.map(({ call, parties }) => (
        <Box key={call.seq} component="section" sx={{ mb: 4 }}>
          <Box
            sx={{
              display: 'flex',
              justifyContent: 'space-between',
              gap: 3,
              fontSize: 'body2.fontSize',
              fontWeight: 600,
              pb: 1,
            }}
          >
            <RecordLink resource="stations" id={call.station_id} />
            <span>{t('app.operations.manifest.getOn', { count: countAboard(parties).all })}</span>
          </Box>
          <PlainList>
            {parties.map((party) => (
              <PartyLine
                key={party.reservation_id + party.board_seq}
                party={party}
                to={nameOf(calls.find((other) => other.seq === party.alight_seq)?.station_id ?? '')}
              />
            ))}
          </PlainList>
        </Box>
      ))}
    </Card>
  )
}

/** Returns the first supported language that a driver speaks; null if none is known. */
function languageOf(driver: Staff | undefined): Language | null {
  const spoken = driver?.languages.map((code) => (code === 'ar' ? 'ae' : code)) ?? []
  return LANGUAGES.find((language) => language === spoken.find((code) => LANGUAGES.includes(code as Language))) ?? null
}

/** Opens the manifest as a PDF. The driver's language is listed first. */
function PrintMenu({ journey }: { journey: Journey }) {
  const { t } = useFormat()
  const { data: driver } = useGetOne<Staff>(
    'staff',
    { id: journey.driver_id ?? '' },
    { enabled: journey.driver_id !== null },
  )
  return (
    <PdfMenu
      label={t('app.operations.manifest.print')}
      first={languageOf(driver)}
      firstNote={t('app.operations.manifest.driver')}
      onOpen={(language) =>
        openPdf('GET /journeys/:id/manifest.pdf', { params: { id: journey.id }, query: { language } })
      }
    />
  )
}
