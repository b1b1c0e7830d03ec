import Box from '@mui/material/Box'
import type { JobPlan } from '../../../contract/operations/reassignment'
import { SelectBox } from '../../ui/SelectBox'
import { SecondaryText } from '../../ui/Text'
import { useFormat } from '../../ui/useFormat'
import { OperatorChoice } from './operators'
import type { ChoiceForAll } from './plan'
import type { Kind } from './reassignmentApi'
import { ReplacementBox } from './ReplacementBox'
import { useChoiceOf } from './useChoiceOf'
import type { ReassignmentState } from './useReassignment'

const SUGGESTED = 'suggested'
/** Does not contain moving passengers, because that needs other departures for each journey. */
const ACTIONS = ['swap', 'farm_out', 'unassign', 'cancel'] as const satisfies readonly JobPlan['action'][]
const OPTIONS = [SUGGESTED, ...ACTIONS] as const
const OFFERED = 8
type Option = (typeof ACTIONS)[number] | typeof SUGGESTED

/** Selects one action for all jobs; single jobs can have another one. */
export function ForAllJobs({ kind, state }: { kind: Kind; state: ReassignmentState }) {
  const { t } = useFormat()
  const choiceOf = useChoiceOf()
  const { forAll, chooseForAll } = state
  const offered = state.candidates.slice(0, OFFERED)
  const firstChoice = (option: Option): ChoiceForAll => {
    if (option === SUGGESTED) return null
    return option === 'swap' ? { action: option, resource_id: offered[0]?.id } : choiceOf(option)
  }
  const labelOf = (option: Option) =>
    option === SUGGESTED || option === 'swap'
      ? t(`app.operations.resolve.forAll.${option === SUGGESTED ? option : kind}`)
      : t(`app.operations.resolve.action.${option}`)
  return (
    <Box
      role="group"
      aria-label={t('app.operations.resolve.forAll.label')}
      sx={{ display: 'grid', gap: 3, pb: 4, gridTemplateColumns: { xs: '1fr', md: 'repeat(2, minmax(0, 1fr))' } }}
    >
      <SelectBox
        size="small"
        label={t('app.operations.resolve.forAll.label')}
        value={ACTIONS.find((action) => action === forAll?.action) ?? SUGGESTED}
        onChange={(option) => chooseForAll(firstChoice(option))}
        options={OPTIONS}
        labelOf={labelOf}
      />
      {forAll?.action === 'swap' && (
        <ReplacementBox
          kind={kind}
          offered={offered}
          picked={forAll.resource_id}
          onPick={(id) => chooseForAll({ action: 'swap', resource_id: id })}
        />
      )}
      {forAll?.action === 'farm_out' && (
        <OperatorChoice
          value={forAll.partner_id}
          onChange={(id) => chooseForAll({ action: 'farm_out', partner_id: id ?? undefined })}
        />
      )}
      <Box sx={{ gridColumn: '1 / -1' }}>
        <SecondaryText size="caption">{t('app.operations.resolve.forAll.hint')}</SecondaryText>
      </Box>
    </Box>
  )
}
