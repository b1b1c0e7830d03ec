import BookmarkIcon from '@mui/icons-material/BookmarkBorder'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { OpenerTip } from '../../ui/OpenerTip'
import { useFormat } from '../../ui/useFormat'
import { useOpenedOnce } from '../../ui/useOpenedOnce'
import { onDemand } from '../../ui/onDemand'
import type { AnySpec } from '../resource'
import { useColumnSync, useViews } from './useViews'
import { useList } from './useList'

const ViewsMenu = onDemand(async () => ({ default: (await import('./ViewsMenu')).ViewsMenu }))

/** Opens the menu of the saved views of the list, personal and shared. */
export function SavedViews({ spec }: { spec: AnySpec }) {
  const { t } = useFormat()
  const isReady = useList().data !== undefined
  useColumnSync(spec, isReady)
  const views = useViews(spec, isReady)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpened = useOpenedOnce(anchor !== null)
  const label = views.current ? t('app.view.current', { name: views.current.name }) : t('app.view.label')
  return (
    <>
      {views.current && (
        <Box component="span" sx={nameStyles}>
          <bdi>{views.current.name}</bdi>
        </Box>
      )}
      <OpenerTip title={label} open={anchor !== null}>
        <IconButton
          aria-label={label}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
          size="medium"
          sx={views.current ? { color: 'primary.main' } : {}}
        >
          <BookmarkIcon fontSize="bar" />
        </IconButton>
      </OpenerTip>
      {wasOpened && <ViewsMenu spec={spec} {...views} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}

const nameStyles = {
  display: { xs: 'none', sm: 'block' },
  alignSelf: 'center',
  maxWidth: 160,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontSize: 'body2.fontSize',
  color: 'text.secondary',
} as const
