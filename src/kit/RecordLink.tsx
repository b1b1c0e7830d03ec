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
  /** Whether to show the name without a link. */
  plain?: boolean
  /** Whether to omit styles, for table cells that provide them. */
  bare?: boolean
}

/** Shows the name of a record, with a link if the user may open it. References of one page are read in one request. */
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

/** Links to a reservation by its reference, beside further facts about it. */
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

/** Returns the IANA zone of a station; undefined while loading. */
export const useStationZone = (id: string | null | undefined): string | undefined => useStationZoneQuery(id).zone

/** Returns the IANA zone of a station, and whether it is loading. */
export function useStationZoneQuery(id: string | null | undefined): { zone: string | undefined; isLoading: boolean } {
  const { referenceRecord, isLoading } = useReference<AnyRecord>({
    reference: 'stations',
    id: id ?? '',
    options: { enabled: Boolean(id) },
  })
  const zone: unknown = referenceRecord?.['timezone']
  return { zone: typeof zone === 'string' ? zone : undefined, isLoading }
}
