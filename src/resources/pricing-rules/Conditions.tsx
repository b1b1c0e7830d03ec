import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useMay } from '../../providers/auth/useSession'
import { useFormat } from '../../ui/useFormat'
import { Muted } from '../../ui/Muted'
import { ConditionRow } from './ConditionRow'
import { CONDITIONS, emptyOf, isUsed, type Condition, type ConditionKey } from './ruleConditions'
import { PlainList } from '../../ui/Rows'

const GROUPS = ['when', 'where', 'who'] as const

/** Conditions of a rule, added one by one; a rule without conditions always applies. */
export function Conditions() {
  const { t } = useFormat()
  const { setValue } = useFormContext()
  const rule = useWatch()
  const seesPartners = useMay('list', 'partners')
  const [added, setAdded] = useState<ConditionKey[]>([])
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const used = CONDITIONS.filter((condition) => !added.includes(condition.key) && isUsed(condition, rule))
  const chosen = added.flatMap((key) => CONDITIONS.find((condition) => condition.key === key) ?? [])
  const shown: Condition[] = [...used, ...chosen]
  const left = CONDITIONS.filter(
    (condition) => !shown.includes(condition) && (seesPartners || condition.key !== 'partner'),
  )
  const add = (key: ConditionKey) => {
    setMenu(null)
    setAdded([...added, key])
  }
  const remove = ({ key, sources }: Condition) => {
    setAdded(added.filter((other) => other !== key))
    for (const source of sources) setValue(source, emptyOf(source), { shouldDirty: true, shouldValidate: true })
  }
  return (
    <>
      {shown.length === 0 && <Muted>{t('app.rule.noConditions')}</Muted>}
      <PlainList aria-label={t('app.rule.conditions')}>
        {shown.map((condition) => (
          <ConditionRow
            key={condition.key}
            condition={condition}
            fresh={added.at(-1) === condition.key}
            onRemove={() => remove(condition)}
          />
        ))}
      </PlainList>
      <Button
        variant="outlined"
        startIcon={<AddIcon />}
        aria-haspopup="menu"
        onClick={(event) => setMenu(event.currentTarget)}
        sx={{ mt: 2 }}
      >
        {t('app.rule.add')}
      </Button>
      <Menu
        anchorEl={menu}
        open={menu !== null}
        onClose={() => setMenu(null)}
        disableRestoreFocus
        slotProps={{ paper: { sx: { maxHeight: 420, minWidth: 240 } } }}
      >
        {GROUPS.flatMap((group) => [
          <ListSubheader
            key={group}
            role="presentation"
            sx={{ fontSize: 'caption.fontSize', lineHeight: '30px', bgcolor: 'inherit' }}
          >
            {t(`app.section.${group}`)}
          </ListSubheader>,
          ...left
            .filter((condition) => condition.group === group)
            .map(({ key }) => (
              <MenuItem key={key} onClick={() => add(key)}>
                {t(`app.rule.asks.${key}`)}
              </MenuItem>
            )),
        ])}
      </Menu>
    </>
  )
}
