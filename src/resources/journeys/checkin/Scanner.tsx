import Box from '@mui/material/Box'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '../../../ui/useFormat'
import { createCodeReader } from './codeReader'

const LOOK_EVERY_MS = 250
/** Time for which the same ticket is not read again. */
const SAME_TICKET_MS = 3_000

/** Reads ticket codes with the camera while mounted. */
export default function Scanner({ onRead }: { onRead: (payload: string) => void }) {
  const { t } = useFormat()
  const video = useRef<HTMLVideoElement>(null)
  const read = useRef(onRead)
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    read.current = onRead
  })
  useEffect(() => {
    const element = video.current
    if (!element) return
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let isClosed = false
    let last = { value: '', at: 0 }
    const stop = (opened: MediaStream | null) => opened?.getTracks().forEach((track) => track.stop())
    const start = async () => {
      const readCode = createCodeReader()
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isClosed) return stop(stream)
      element.srcObject = stream
      await element.play()
      const look = () => {
        if (isClosed) return
        const value = readCode(element)
        const now = Date.now()
        if (value !== null && (value !== last.value || now - last.at > SAME_TICKET_MS)) {
          last = { value, at: now }
          read.current(value)
        }
        timer = setTimeout(look, LOOK_EVERY_MS)
      }
      look()
    }
    // Pages without TLS have no `mediaDevices`.
    start().catch(() => !isClosed && setRefused(true))
    return () => {
      isClosed = true
      clearTimeout(timer)
      stop(stream)
    }
  }, [])
  if (refused)
    return <Box sx={{ fontSize: 'body2.fontSize', color: 'warning.main' }}>{t('app.operations.checkIn.noCamera')}</Box>
  return (
    <Box
      component="video"
      ref={video}
      muted
      playsInline
      aria-label={t('app.operations.checkIn.camera')}
      sx={{ width: '100%', maxHeight: 240, objectFit: 'cover', borderRadius: 2, bgcolor: 'common.black' }}
    />
  )
}
