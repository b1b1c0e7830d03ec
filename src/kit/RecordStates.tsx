import SearchOffIcon from '@mui/icons-material/SearchOff'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { Link as RouterLink } from 'react-router-dom'
import Skeleton from '@mui/material/Skeleton'
import { PageHeader } from '../ui/PageHeader'
import { statusOf } from '../providers/http/problem'
import { StatePanel } from '../ui/StatePanel'
import { useFormat } from '../ui/useFormat'
import { resourceName } from './labels'
import { ReadError } from './list/states'
import type { AnySpec } from './resource'

/** Shows that a record does not exist, or why it could not be read. */
export function RecordUnavailable({ spec, error, retry }: { spec: AnySpec; error: unknown; retry: () => void }) {
  const { t } = useFormat()
  const missing = [400, 404, 422].includes(statusOf(error))
  const list = resourceName(t, spec.name)
  return (
    <>
      <PageHeader title={list} back={{ to: `/${spec.name}`, label: list }} />
      <Paper variant="outlined">
        {missing ? <RecordMissing to={`/${spec.name}`} list={list} /> : <ReadError error={error} retry={retry} />}
      </Paper>
    </>
  )
}

/** Shows that no record has the address, and links to the list. */
export function RecordMissing({ to, list }: { to: string; list: string }) {
  const { t } = useFormat()
  return (
    <StatePanel
      role="alert"
      icon={SearchOffIcon}
      title={t('app.record.missingTitle')}
      text={t('app.record.missingText')}
      action={
        <Button component={RouterLink} to={to} variant="outlined">
          {list}
        </Button>
      }
    />
  )
}

/** Placeholder of a record's page while it loads. */
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
