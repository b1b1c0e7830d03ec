import { useQueryClient } from '@tanstack/react-query'
import { useNotify, useRedirect } from 'react-admin'
import { useMay } from '../../providers/auth/useSession'
import { undoOffer } from '../tasks/undoOffer'
import type { AnyRecord, AnySpec } from '../resource'
import { forgetDraft } from './useDraft'

/** What follows a save: the draft is forgotten, the reader is told, and the record is shown. */
export function useSaved(spec: AnySpec, mode: 'create' | 'edit') {
  const notify = useNotify()
  const redirect = useRedirect()
  const queryClient = useQueryClient()
  const mayDelete = useMay('delete', spec.name)
  return (record: AnyRecord) => {
    // A changed record may have another place in a list, or none.
    void queryClient.invalidateQueries({ queryKey: [spec.name, 'getList'] })
    forgetDraft(spec.name, mode === 'create' ? undefined : record.id)
    notify(mode === 'create' ? 'ra.notification.created' : 'ra.notification.updated', {
      type: 'info',
      messageArgs: { smart_count: 1 },
      ...((mode === 'edit' || mayDelete) && undoOffer(spec.name, record.id)),
    })
    redirect('show', spec.name, record.id, record)
  }
}
