import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Switch from '@mui/material/Switch'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useNotify } from 'react-admin'
import {
  MUTABLE_NOTIFICATION_TYPES,
  NOTIFICATION_SCOPES,
  type NotificationPreferences,
} from '../../../contract/entities/notification-preferences'
import { useMay } from '../../providers/auth/useSession'
import { RecordPicker } from '../../kit/form/RecordPicker'
import { DateBox } from '../../ui/DateBox'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { PREFERENCES_QUERY, savePreferences } from './notificationsApi'

interface PreferencesDialogProps {
  preferences: NotificationPreferences
  onClose: () => void
}

const SCOPE_LABELS = { needed: 'needed', all: 'everything' } as const
const USUAL_QUIET_HOURS = { from: '22:00', until: '06:00' }

/** Dialog for the preferences: types of notifications, sound and quiet hours. */
export function PreferencesDialog({ preferences, onClose }: PreferencesDialogProps) {
  const { t } = useFormat()
  const notify = useNotify()
  const client = useQueryClient()
  const mayChooseStations = useMay('list', 'stations')
  const [chosen, setChosen] = useState(preferences)
  const [isRefused, setRefused] = useState(false)
  const change = (part: Partial<NotificationPreferences>) => setChosen({ ...chosen, ...part })
  const { muted_types: muted, quiet_hours: quiet } = chosen
  const save = async () => {
    client.setQueryData(PREFERENCES_QUERY.queryKey, await savePreferences(chosen))
    notify('app.live.preferences.saved', { type: 'success' })
    onClose()
  }
  const changeBrowser = async (browser: boolean) => {
    const permission = browser && 'Notification' in window ? await Notification.requestPermission() : 'denied'
    setRefused(browser && permission !== 'granted')
    change({ browser: browser && permission === 'granted' })
  }
  return (
    <TaskDialog
      title={t('app.live.preferences.title')}
      action={t('ra.action.save')}
      ready={quiet === null || (quiet.from !== quiet.until && quiet.from !== '' && quiet.until !== '')}
      onConfirm={save}
      onClose={onClose}
    >
      {() => (
        <>
          <Group
            title={t('app.live.preferences.scope')}
            hint={t(`app.live.preferences.${SCOPE_LABELS[chosen.scope]}Hint`)}
          >
            <RadioGroup
              aria-label={t('app.live.preferences.scope')}
              value={chosen.scope}
              onChange={(_, value) =>
                change({ scope: NOTIFICATION_SCOPES.find((known) => known === value) ?? chosen.scope })
              }
            >
              {NOTIFICATION_SCOPES.map((scope) => (
                <FormControlLabel
                  key={scope}
                  value={scope}
                  label={t(`app.live.preferences.${SCOPE_LABELS[scope]}`)}
                  control={<Radio size="small" />}
                />
              ))}
            </RadioGroup>
          </Group>
          <Group title={t('app.live.preferences.types')} hint={t('app.live.preferences.typesHint')}>
            <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr' }}>
              {MUTABLE_NOTIFICATION_TYPES.map((type) => (
                <FormControlLabel
                  key={type}
                  label={t(`choices.notificationTypes.${type}`)}
                  control={
                    <Checkbox
                      size="small"
                      checked={!muted.includes(type)}
                      onChange={(_, wanted) =>
                        change({ muted_types: wanted ? muted.filter((other) => other !== type) : [...muted, type] })
                      }
                    />
                  }
                />
              ))}
            </Box>
          </Group>
          {mayChooseStations && (
            <RecordPicker
              resource="stations"
              multiple
              ids={chosen.station_ids}
              onPick={(ids) => change({ station_ids: ids })}
              box={{
                label: t('app.live.preferences.stations'),
                name: 'station_ids',
                helperText: t('app.live.preferences.stationsHint'),
              }}
            />
          )}
          <Group
            title={t('app.live.preferences.how')}
            hint={isRefused ? t('app.live.preferences.browserRefused') : null}
          >
            <FormControlLabel
              label={t('app.live.preferences.sound')}
              control={<Switch checked={chosen.sound} onChange={(_, sound) => change({ sound })} />}
            />
            <FormControlLabel
              label={t('app.live.preferences.browser')}
              control={<Switch checked={chosen.browser} onChange={(_, browser) => void changeBrowser(browser)} />}
            />
            <FormControlLabel
              label={t('app.live.preferences.quiet')}
              control={
                <Switch
                  checked={quiet !== null}
                  onChange={(_, on) => change({ quiet_hours: on ? USUAL_QUIET_HOURS : null })}
                />
              }
            />
            {quiet && (
              <Box sx={{ display: 'flex', gap: 3, mt: 2 }}>
                {(['from', 'until'] as const).map((end) => (
                  <DateBox
                    key={end}
                    kind="time"
                    required
                    label={t(`app.live.preferences.${end}`)}
                    value={quiet[end]}
                    onChange={(time) => change({ quiet_hours: { ...quiet, [end]: time } })}
                  />
                ))}
              </Box>
            )}
          </Group>
        </>
      )}
    </TaskDialog>
  )
}

function Group({ title, hint, children }: { title: string; hint: string | null; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'grid' }}>
      <Box component="legend" sx={{ p: 0, mb: 1, fontSize: 'body2.fontSize', fontWeight: 600 }}>
        {title}
      </Box>
      {children}
      {hint !== null && (
        <FormHelperText role="status" sx={{ mx: 0 }}>
          {hint}
        </FormHelperText>
      )}
    </Box>
  )
}
