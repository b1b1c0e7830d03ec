import Skeleton from '@mui/material/Skeleton'
import Link from '@mui/material/Link'
import type { MouseEvent } from 'react'
import { useReference } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useMay } from '../providers/auth/useSession'
import { Plate } from '../ui/Plate'
import { NOTHING } from '../ui/Muted'
import { MONOSPACE } from '../ui/theme/theme'
import { useFormat } from '../ui/useFormat'
import type { AnyRecord } from './resource'
import { recordPath } from './recordPaths'
import { represent } from './registry'

interface RecordLinkProps {
  resource: string
  id: string
  /** Plain name, no link: where a link would be in the way. */
  plain?: boolean
  /** In a table's cell, which gives the looks itself. */
  bare?: boolean
}

/** Another record by its name, with a link where the reader may open it. References of one page are read in one call. */
export function RecordLink({ resource, id, plain = false, bare = false }: RecordLinkProps) {
  const { language, t } = useFormat()
  const allowed = useMay('show', resource)
  const { referenceRecord, isPending, error } = useReference<AnyRecord>({
    reference: resource,
    id,
    options: { enabled: allowed },
  })
  if (!allowed) return NOTHING
  if (isPending && !referenceRecord) return <Skeleton width={88} sx={{ display: 'inline-block' }} />
  if (error || !referenceRecord) return <span title={id}>{t('app.reference.missing')}</span>
  const name = represent(resource, referenceRecord, language)
  const label = resource === 'vehicles' ? <Plate>{name}</Plate> : bare ? name : <bdi>{name}</bdi>
  if (plain) return label
  const link = {
    to: recordPath(resource, id),
    onClick: (event: MouseEvent) => event.stopPropagation(),
    children: label,
  }
  return bare ? <RouterLink {...link} /> : <Link component={RouterLink} color="inherit" {...link} />
}

/** A reservation by its reference, where more about it stands beside it. */
export const ReferenceLink = ({ id, reference }: { id: string; reference: string }) => (
  <Link
    component={RouterLink}
    to={recordPath('reservations', id)}
    color="text.secondary"
    dir="ltr"
    sx={{ fontFamily: MONOSPACE, fontSize: 'caption.fontSize' }}
  >
    {reference}
  </Link>
)

/** IANA zone of a station; undefined until it is known. */
export const useStationZone = (id: string | null | undefined): string | undefined => useStationZoneQuery(id).zone

/** IANA zone of a station, and whether its answer is on the way. */
export function useStationZoneQuery(id: string | null | undefined): { zone: string | undefined; isLoading: boolean } {
  const { referenceRecord, isLoading } = useReference<AnyRecord>({
    reference: 'stations',
    id: id ?? '',
    options: { enabled: Boolean(id) },
  })
  const zone: unknown = referenceRecord?.['timezone']
  return { zone: typeof zone === 'string' ? zone : undefined, isLoading }
}
