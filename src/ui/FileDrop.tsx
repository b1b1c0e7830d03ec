import UploadFileIcon from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useRef, useState, type DragEvent } from 'react'
import { useFormat } from './useFormat'

const MIB = 1024 * 1024

interface FileDropProps {
  /** Accepted file types, as in the `accept` attribute of an input. */
  accept: string
  /** Name of the chosen file; null without one. */
  name: string | null
  /** Line below the name. */
  detail: string
  /** Text in place of the name while no file is chosen. */
  empty: string
  maxBytes: number
  disabled: boolean
  onChoose: (file: File) => void
}

/** Accepts a file by drag and drop or from a file dialog. */
export function FileDrop({ accept, name, detail, empty, maxBytes, disabled, onChoose }: FileDropProps) {
  const { t } = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [tooLarge, setTooLarge] = useState(false)
  const take = (chosen: File | undefined) => {
    if (!chosen) return
    setTooLarge(chosen.size > maxBytes)
    if (chosen.size <= maxBytes) onChoose(chosen)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) take(event.dataTransfer.files[0])
  }
  return (
    <Box
      onDrop={drop}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 4,
        flexWrap: 'wrap',
        p: 5,
        border: '1px dashed',
        borderColor: over ? 'primary.main' : 'divider',
        borderRadius: 2,
        bgcolor: (theme) => (over ? theme.colours.tones.accent.ground : theme.colours.muted),
      }}
    >
      <UploadFileIcon sx={{ color: 'text.secondary' }} />
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
          {name === null ? empty : <bdi>{name}</bdi>}
        </Typography>
        <Typography variant="body2" color={tooLarge ? 'error' : 'text.secondary'}>
          {tooLarge ? t('app.gtfs.tooLarge', { max: maxBytes / MIB }) : detail}
        </Typography>
      </Box>
      <Button variant="outlined" disabled={disabled} onClick={() => input.current?.click()}>
        {t(name === null ? 'app.gtfs.choose' : 'app.gtfs.chooseOther')}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept={accept}
        aria-label={t('app.gtfs.choose')}
        onChange={(event) => take(event.target.files?.[0])}
      />
    </Box>
  )
}
