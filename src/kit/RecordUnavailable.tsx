import SearchOffIcon from '@mui/icons-material/SearchOff'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { Link as RouterLink } from 'react-router-dom'
import { PageHeader } from '../ui/PageHeader'
import { statusOf } from '../providers/http/problem'
import { StatePanel } from '../ui/StatePanel'
import { useFormat } from '../ui/useFormat'
import { resourceName } from './labels'
import { NotRead } from './list/states'
import type { AnySpec } from './resource'

/** A record that is not there, or could not be read: two different things. */
export function RecordUnavailable({ spec, error, retry }: { spec: AnySpec; error: unknown; retry: () => void }) {
  const { t } = useFormat()
  const missing = [400, 404, 422].includes(statusOf(error))
  const list = resourceName(t, spec.name)
  return (
    <>
      <PageHeader title={list} back={{ to: `/${spec.name}`, label: list }} />
      <Paper variant="outlined">
        {missing ? <RecordMissing to={`/${spec.name}`} list={list} /> : <NotRead error={error} retry={retry} />}
      </Paper>
    </>
  )
}

/** Says that no record has the address, and leads to those that there are. */
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
