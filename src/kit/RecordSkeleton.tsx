import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { PageHeader } from '../ui/PageHeader'
import { useFormat } from '../ui/useFormat'
import { resourceName } from './labels'
import type { AnySpec } from './resource'

/** A record's page while it is on its way. */
export function RecordSkeleton({ spec }: { spec: AnySpec }) {
  const { t } = useFormat()
  return (
    <>
      <PageHeader
        title=" "
        back={{ to: `/${spec.name}`, label: resourceName(t, spec.name) }}
        subtitle={<Skeleton width={180} />}
      />
      {spec.sections.slice(0, 2).map(({ key, fields }) => (
        <Paper key={key} variant="outlined" aria-busy sx={{ p: 6, mb: 4 }}>
          <Skeleton width={120} height={24} sx={{ mb: 3 }} />
          {fields.slice(0, 4).map((field) => (
            <Skeleton key={field.source} width="60%" height={28} />
          ))}
        </Paper>
      ))}
    </>
  )
}
