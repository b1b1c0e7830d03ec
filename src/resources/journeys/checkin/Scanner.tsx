import Box from '@mui/material/Box'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '../../../ui/useFormat'

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

type DetectorClass = new (options: { formats: string[] }) => Detector

const detectorClass = (): DetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

const LOOK_EVERY_MS = 250
/** Time for which the same ticket is not read again. */
const SAME_TICKET_MS = 3_000

/** Returns whether this browser can read codes with its camera. */
export const canScan = (): boolean =>
  detectorClass() !== undefined && typeof navigator.mediaDevices?.getUserMedia === 'function'

/** Reads ticket codes with the camera while mounted. */
export function Scanner({ onRead }: { onRead: (payload: string) => void }) {
  const { t } = useFormat()
  const video = useRef<HTMLVideoElement>(null)
  const read = useRef(onRead)
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    read.current = onRead
  })
  useEffect(() => {
    const Detector = detectorClass()
    const element = video.current
    if (!Detector || !element) return
    const detector = new Detector({ formats: ['qr_code'] })
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    let last = { value: '', at: 0 }
    const look = async () => {
      const [code] = await detector.detect(element).catch(() => [])
      if (gone) return
      const now = Date.now()
      if (code && (code.rawValue !== last.value || now - last.at > SAME_TICKET_MS)) {
        last = { value: code.rawValue, at: now }
        read.current(code.rawValue)
      }
      timer = setTimeout(() => void look(), LOOK_EVERY_MS)
    }
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }).then(
      async (granted) => {
        stream = granted
        if (gone) return granted.getTracks().forEach((track) => track.stop())
        element.srcObject = granted
        await element.play()
        void look()
      },
      () => setRefused(true),
    )
    return () => {
      gone = true
      clearTimeout(timer)
      stream?.getTracks().forEach((track) => track.stop())
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
