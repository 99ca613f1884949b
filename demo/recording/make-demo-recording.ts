import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { chromium } from '@playwright/test'
import { recordingFile, recordingLoopMs } from '#demo/recording/recording-file.ts'

// Run manually after changing the picture or the melody: node demo/recording/make-demo-recording.ts
const figtree = createRequire(import.meta.url).resolve(
  '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
})
try {
  const page = await browser.newPage()
  const font = (await readFile(figtree)).toString('base64')
  const recorded = await page.evaluate(record, { font, loopMs: recordingLoopMs })
  const bytes = Buffer.from(recorded, 'base64')
  await writeFile(recordingFile, bytes)
  console.log(`${bytes.length} bytes`)
} finally {
  await browser.close()
}

/** Runs inside the page. Picture and melody repeat with the loop, so the recording can be cut anywhere. */
async function record({ font, loopMs }: { font: string; loopMs: number }): Promise<string> {
  const face = new FontFace('Figtree', `url(data:font/woff2;base64,${font})`, { weight: '300 900' })
  document.fonts.add(await face.load())
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 480, height: 270 })
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D
  const sound = new AudioContext({ sampleRate: 48_000 })
  const speaker = sound.createMediaStreamDestination()

  const startedAt = sound.currentTime + 0.1
  for (const from of [0, 1]) playMelody(startedAt + (from * loopMs) / 1_000)
  const startedMs = performance.now()
  const drawing = setInterval(() => draw(((performance.now() - startedMs) % loopMs) / loopMs), 50)
  draw(0)

  const stream = new MediaStream([...canvas.captureStream(20).getVideoTracks(), ...speaker.stream.getAudioTracks()])
  const options = {
    mimeType: 'video/webm;codecs=vp8,opus',
    videoBitsPerSecond: 180_000,
    audioBitsPerSecond: 32_000,
    videoKeyFrameIntervalDuration: 2_400,
  }
  const recorder = new MediaRecorder(stream, options)
  const pieces: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }))
  recorder.start()
  // A little longer than the loop; the excess is never played.
  setTimeout(() => recorder.stop(), loopMs + 300)
  await stopped
  clearInterval(drawing)
  return encodeBase64(await new Blob(pieces).arrayBuffer())

  /** Draws pulsing rings, moving dots and the name. `turn` goes from 0 to 1. */
  function draw(turn: number): void {
    const angle = turn * 2 * Math.PI
    const { width, height } = canvas
    pen.fillStyle = '#0b0d12'
    pen.fillRect(0, 0, width, height)
    for (const ring of [0, 1, 2]) {
      const swell = Math.sin(angle * 4 - ring)
      pen.beginPath()
      pen.arc(width / 2, 96, 42 + ring * 16 + swell * 5, 0, 2 * Math.PI)
      pen.strokeStyle = ['#f5a524', '#a06c1a', '#5a3f14'][ring] as string
      pen.lineWidth = 5 - ring
      pen.stroke()
    }
    for (const dot of [0, 1, 2]) {
      pen.beginPath()
      pen.arc(width / 2 - 22 + dot * 22, 96 - 7 * Math.sin(angle * 8 - dot), 7, 0, 2 * Math.PI)
      pen.fillStyle = '#f4f5f7'
      pen.fill()
    }
    pen.textAlign = 'center'
    pen.fillStyle = '#f4f5f7'
    pen.font = '700 34px Figtree'
    pen.fillText('Demo expert', width / 2, 212)
    pen.fillStyle = '#bcc3cf'
    pen.font = '500 15px Figtree'
    pen.fillText('A recording that plays again and again: nobody is listening', width / 2, 242)
  }

  /** Plays a slow pentatonic melody of bells that fade before the loop ends. */
  function playMelody(fromSeconds: number): void {
    const notes = [392, 440, 523.25, 587.33, 659.25, 587.33, 523.25, 440, 392, 523.25, 659.25, 783.99]
    const beat = loopMs / 1_000 / (notes.length + 4)
    notes.forEach((frequency, number) => {
      for (const [overtone, loudness] of [
        [1, 0.25],
        [2, 0.06],
      ] as const) {
        const at = fromSeconds + number * beat
        const bell = sound.createOscillator()
        const level = sound.createGain()
        bell.frequency.value = frequency * overtone
        level.gain.setValueAtTime(0, at)
        level.gain.linearRampToValueAtTime(loudness, at + 0.02)
        level.gain.exponentialRampToValueAtTime(0.001, at + beat * 3)
        bell.connect(level).connect(speaker)
        bell.start(at)
        bell.stop(at + beat * 3)
      }
    })
  }

  function encodeBase64(bytes: ArrayBuffer): string {
    return btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))
  }
}
