import SwapIcon from '@mui/icons-material/SwapHorizOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import {
  MERGE_FIELDS,
  agrees,
  suggestedChoice,
  type MergeChoices,
} from '../../../../contract/operations/customer-merge'
import type { Customer } from '../../../../contract/entities/customer'
import { statusOf } from '../../../providers/http/problem'
import { useSubmission } from '../../../ui/useSubmission'
import { problemText } from '../../../ui/problemText'
import { useFormat } from '../../../ui/useFormat'
import { represent } from '../../../kit/registry'
import { recordPath } from '../../../kit/recordPaths'
import { Card } from '../../../kit/RecordSections'
import { undoOffer } from '../../../kit/tasks/undoOffer'
import { mergeInto } from './duplicatesApi'
import { MergeTable } from './MergeTable'
import { MovedRecords } from './MovedRecords'

interface MergeFormProps {
  target: Customer
  other: Customer
  onSwap: () => void
  readAgain: () => void
}

/** Selects between the values of two customers; each choice starts a dry run on the server. */
export function MergeForm({ target, other, onSwap, readAgain }: MergeFormProps) {
  const format = useFormat()
  const { t, language } = format
  const notify = useNotify()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { busy, refusal, run } = useSubmission()
  const fields = MERGE_FIELDS.filter((field) => !agrees(field, target, other))
  const [choices, setChoices] = useState<MergeChoices>(() => ({}))
  const chosen = Object.fromEntries(
    fields.map((field) => [field, choices[field] ?? suggestedChoice(field, target, other)]),
  ) as MergeChoices
  const dryRun = useQuery({
    queryKey: ['customers', 'merge', target.id, target.version, other.id, other.version, chosen],
    queryFn: () => mergeInto(target, other, chosen, true),
    retry: false,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const problem = refusal ?? dryRun.error
  const merge = async () => {
    const { customer } = await mergeInto(target, other, chosen, false)
    await queries.invalidateQueries({ queryKey: ['customers'], refetchType: 'none' })
    void queries.invalidateQueries({ queryKey: ['reservations'] })
    notify(t('app.duplicates.merged', { name: represent('customers', { ...customer }, language) }), {
      type: 'success',
      ...undoOffer('customers', target.id),
    })
    void navigate(recordPath('customers', target.id))
  }
  return (
    <Box sx={{ display: 'grid', gap: 4, maxWidth: 860 }}>
      {problem !== null && (
        <Alert
          severity="error"
          action={
            statusOf(problem) === 412 && (
              <Button color="inherit" onClick={readAgain}>
                {t('app.duplicates.readAgain')}
              </Button>
            )
          }
        >
          {problemText(problem, format)}
        </Alert>
      )}
      <MergeTable
        target={target}
        other={other}
        fields={fields}
        chosen={chosen}
        onChoose={(field, choice) => setChoices((before) => ({ ...before, [field]: choice }))}
      />
      <Card title={t('app.duplicates.moves')}>
        <MovedRecords moved={dryRun.data?.moved} />
      </Card>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', justifyContent: 'flex-end' }}>
        <Button startIcon={<SwapIcon />} disabled={busy} onClick={onSwap}>
          {t('app.duplicates.swap')}
        </Button>
        <Button
          variant="contained"
          loading={busy}
          disabled={!dryRun.data || dryRun.error !== null}
          onClick={() => void run(merge)}
        >
          {t('app.duplicates.merge')}
        </Button>
      </Box>
    </Box>
  )
}
