import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { DELETION_PREVIEW_MAX_RECORDS } from '../../../contract/core/limits/tasks'
import type { DeletionPreview } from '../../../contract/operations/tasks'
import { useFormat } from '../../ui/useFormat'
import { resourceName } from '../labels'
import { RowProblemText } from './RowProblemText'
import type { Resource } from '../../../contract/core/vocabulary'
import { call } from '../../providers/http/call'

/** Further refusals are counted instead of named. */
const NAMED_REFUSALS = 5

interface Impact {
  data: DeletionPreview | undefined
  isLoading: boolean
}

/** Previews the deletion of records; requests nothing for no or too many records. */
export function useDeletionPreview(resource: string, ids: readonly string[]): Impact {
  const enabled = ids.length > 0 && ids.length <= DELETION_PREVIEW_MAX_RECORDS
  const { data, isLoading } = useQuery({
    queryKey: ['tasks', 'deletion', resource, ids],
    queryFn: () =>
      call('POST /deletions/:resource/preview', {
        params: { resource: resource as Resource },
        body: { ids: [...ids] },
      }),
    enabled,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  return { data, isLoading }
}

/** Names the records that cannot be deleted, each with the reason. */
export function DeletionImpact({ resource, impact }: { resource: string; impact: Impact }) {
  const { t } = useFormat()
  const { free = 0, refused = [] } = impact.data ?? {}
  if (refused.length === 0) return null
  return (
    <Alert severity="warning" sx={{ mt: 4 }}>
      {t('app.tasks.cannotGo', { count: refused.length, free })}
      {refused.slice(0, NAMED_REFUSALS).map(({ id, label, problem }) => (
        <Box key={id} sx={{ mt: 2 }}>
          <b>
            <bdi>{label || resourceName(t, resource, 1)}</bdi>
          </b>{' '}
          <RowProblemText resource={resource} problem={problem} />
        </Box>
      ))}
      {refused.length > NAMED_REFUSALS && t('app.delete.more', { smart_count: refused.length - NAMED_REFUSALS })}
    </Alert>
  )
}
