import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useWatch } from 'react-hook-form'
import { FieldGrid } from '../../kit/form/nestedInputs'
import { FormSection } from '../../kit/form/RecordForm'
import { specOf } from '../../kit/registry'
import { fieldOf } from '../../kit/resource'
import { useFormat } from '../../ui/useFormat'
import { Conditions } from './Conditions'
import { EffectInput } from './EffectInput'
import { PricePreview } from './preview/PricePreview'
import { ruleSentence, type RuleDraft } from './ruleSentence'
import { useRuleNames } from './useRuleNames'
import { Column } from '../../ui/Column'

const fields = (...sources: string[]) => sources.flatMap((source) => fieldOf(specOf('pricing-rules'), source) ?? [])

/** Effect, conditions and name of a rule, with a price preview next to them. */
export function RuleEditor() {
  const { t } = useFormat()
  const rule = useWatch() as RuleDraft
  const { context, seasons } = useRuleNames(rule)
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
        gap: 4,
        minWidth: 0,
        alignItems: 'start',
      }}
    >
      <Column bounded>
        <FormSection name="effect">
          <EffectInput />
        </FormSection>
        <FormSection name="ruleConditions">
          <Conditions />
        </FormSection>
        <FormSection name="identity">
          <FieldGrid fields={fields('name', 'code', 'status')} />
        </FormSection>
        <FormSection name="order">
          <FieldGrid fields={fields('valid_from', 'valid_to', 'priority', 'exclusive_group', 'stop_stage')} />
        </FormSection>
      </Column>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 4,
          position: { lg: 'sticky' },
          top: { lg: 76 },
        }}
      >
        <Paper
          component="section"
          variant="outlined"
          aria-label={t('app.rule.summary')}
          sx={{ p: 4, bgcolor: 'action.selected', minHeight: 56 }}
        >
          <Box aria-live="polite" sx={{ fontWeight: 500, textWrap: 'pretty' }}>
            {ruleSentence(rule, context)}
          </Box>
        </Paper>
        <PricePreview rule={rule} seasons={seasons} />
      </Box>
    </Box>
  )
}
