import BlockIcon from '@mui/icons-material/Block'
import CloudOffIcon from '@mui/icons-material/CloudOffOutlined'
import SearchOffIcon from '@mui/icons-material/SearchOff'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { useMay } from '../../providers/auth/useSession'
import { problemOf, statusOf } from '../../providers/http/problem'
import { problemText } from '../../ui/problemText'
import { StatePanel } from '../../ui/StatePanel'
import { useFormat } from '../../ui/useFormat'
import { resourceNoun } from '../labels'
import type { AnySpec } from '../resource'
import { plainSearch } from './address'
import { useList } from './useList'

/** Empty state of a resource without records: its purpose and the first step. */
export function NoRecords({ spec, actions }: { spec: AnySpec; actions?: ReactNode }) {
  const { t } = useFormat()
  const mayCreate = useMay('create', spec.name)
  return (
    <StatePanel
      icon={spec.icon}
      title={t(`resources.${spec.name}.empty`)}
      text={t(`app.empty.${spec.name}`)}
      action={
        <>
          {mayCreate && (
            <Button component={RouterLink} to={`/${spec.name}/create`} variant="contained">
              {t(`resources.${spec.name}.page.create`)}
            </Button>
          )}
          {actions}
        </>
      }
    />
  )
}

/** Empty state of a list whose filter matches no records. */
export function NoMatches({ spec }: { spec: AnySpec }) {
  const { t } = useFormat()
  const { setFilters } = useList()
  return (
    <StatePanel
      icon={SearchOffIcon}
      title={t('app.list.noneTitle', { name: resourceNoun(t, spec.name, 2) })}
      text={t('app.list.noneText')}
      action={
        <Button variant="outlined" onClick={() => setFilters({})}>
          {t('ra.navigation.clear_filters')}
        </Button>
      }
    />
  )
}

/** Whether the server refuses the query of a list, and would refuse it again. */
export const isRefusedQuery = (error: unknown): boolean => [400, 414, 422].includes(statusOf(error))

interface NotReadProps {
  /** Resource of the list. */
  spec?: AnySpec
  /** Whether the list has a filter. */
  isFiltered?: boolean
  error: unknown
  retry: () => void
}

/** Error state of a list, with the reason and a button to retry. */
export function ReadError({ spec, isFiltered = false, error, retry }: NotReadProps) {
  const format = useFormat()
  const { t } = format
  const requestId = problemOf(error).request_id
  if (statusOf(error) === 403)
    return (
      <StatePanel
        role="alert"
        icon={BlockIcon}
        title={t('ra.page.access_denied')}
        text={t('ra.message.access_denied')}
      />
    )
  if (spec && isRefusedQuery(error))
    return (
      <StatePanel
        role="alert"
        icon={SearchOffIcon}
        title={t('app.list.failedTitle')}
        text={t('app.list.unknownText')}
        action={
          <Button component={RouterLink} to={{ search: plainSearch(spec) }} variant="outlined">
            {t(isFiltered ? 'ra.navigation.clear_filters' : 'app.list.showAll')}
          </Button>
        }
      />
    )
  return (
    <StatePanel
      role="alert"
      icon={CloudOffIcon}
      title={t('app.list.failedTitle')}
      text={[problemText(error, format), requestId && t('app.problem.request', { id: requestId })]
        .filter(Boolean)
        .join(' ')}
      action={
        <Button variant="outlined" onClick={retry}>
          {t('app.problem.retry')}
        </Button>
      }
    />
  )
}
