import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const rate = 48_000
const [width, height, fps] = [640, 360, 10]

/**
 * Writes a voice and a picture for the fake devices of Chromium. By default they play a beep and show a disc, which cost
 * almost no data.
 */
export async function writeMedia() {
  const folder = await mkdtemp(join(tmpdir(), 'samjhao-media-'))
  const [voice, picture] = [join(folder, 'voice.wav'), join(folder, 'picture.y4m')]
  await writeFile(voice, createVoice(20))
  await writeFile(picture, createPicture(3))
  return {
    flags: [`--use-file-for-fake-audio-capture=${voice}`, `--use-file-for-fake-video-capture=${picture}`],
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Syllables of a changing pitch, with a pause of a second after every three seconds. */
function createVoice(seconds: number): Buffer {
  const samples = Buffer.alloc(seconds * rate * 2)
  let phase = 0
  for (let at = 0; at < seconds * rate; at += 1) {
    const second = at / rate
    const pitch = 130 + 40 * Math.sin(second * 2.3)
    phase += (2 * Math.PI * pitch) / rate
    const isPause = second % 4 > 3
    const syllable = Math.max(0, Math.sin(second * 2 * Math.PI * 4))
    let value = 0
    for (let harmonic = 1; harmonic <= 20; harmonic += 1) value += Math.sin(phase * harmonic) / harmonic
    const breath = (Math.random() - 0.5) * 0.05
    samples.writeInt16LE(Math.round(isPause ? 0 : (value * 0.3 * syllable + breath) * 12_000), at * 2)
  }
  return Buffer.concat([createWavHeader(samples.length), samples])
}

function createWavHeader(length: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(length, 40)
  return header
}

/** A still background with detail, and a large part that moves, like a person in front of a shelf. */
function createPicture(seconds: number): Buffer {
  const parts: Buffer[] = [Buffer.from(`YUV4MPEG2 W${width} H${height} F${fps}:1 Ip A1:1 C420jpeg\n`)]
  const background = Buffer.alloc(width * height)
  for (let at = 0; at < background.length; at += 1)
    background[at] = 90 + ((at * 7919) % 61) + 30 * Math.sin(at / 37) * Math.sin(Math.floor(at / width) / 11)
  for (let frame = 0; frame < seconds * fps; frame += 1) {
    const luma = Buffer.from(background)
    const centreX = width / 2 + 60 * Math.sin((frame / (seconds * fps)) * 2 * Math.PI)
    for (let y = 60; y < height; y += 1)
      for (let x = 200; x < 440; x += 1) {
        const [dx, dy] = [x - centreX, y - 220]
        if ((dx * dx) / 8_100 + (dy * dy) / 22_500 > 1) continue
        luma[y * width + x] = 140 + 60 * Math.sin(dx / 9) * Math.cos(dy / 7) + ((x * 31 + y * 17 + frame * 13) % 23)
      }
    parts.push(Buffer.from('FRAME\n'), luma, Buffer.alloc((width * height) / 2, 128))
  }
  return Buffer.concat(parts)
}
