import { decodeQR } from 'qr/decode.js'

/** Longer side of the picture that is searched for a code; larger ones take longer and find no more. */
const PICTURE_MAX_PX = 640

/** Returns a function that reads the QR code in the present picture of a video; null if it has none. */
export function createCodeReader(): (video: HTMLVideoElement) => string | null {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return (video) => {
    const scale = Math.min(1, PICTURE_MAX_PX / Math.max(video.videoWidth, video.videoHeight))
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    if (context === null || canvas.width === 0 || canvas.height === 0) return null
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height))
    } catch {
      // The decoder has no other answer for a picture without a code.
      return null
    }
  }
}
