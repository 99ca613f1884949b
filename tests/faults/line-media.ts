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

/** Resonances of the mouth for some vowels, in Hz. */
const vowels = [
  [730, 1090, 2440],
  [530, 1840, 2480],
  [270, 2290, 3010],
  [570, 840, 2410],
  [300, 870, 2240],
]
const resonanceWidths = [80, 100, 140]

/**
 * Four syllables a second, each with a consonant and a vowel, and a pause of a second after every three seconds. It must
 * be close to speech: for what sounds like music, Opus chooses a mode that has no error correction.
 */
function createVoice(seconds: number): Buffer {
  const samples = Buffer.alloc(seconds * rate * 2)
  const memory = resonanceWidths.map(() => [0, 0] as [number, number])
  let [phase, noiseBefore] = [0, 0]
  for (let at = 0; at < seconds * rate; at += 1) {
    const second = at / rate
    const isPause = second % 4 > 3
    const syllable = Math.floor(second * 4)
    const part = (second * 4) % 1
    const vowel = vowels[(syllable * 7) % vowels.length] as number[]
    // The voice falls during a sentence, and no two periods are equal.
    phase += (135 - 8 * (second % 4) + 12 * Math.sin(second * 9) + (Math.random() - 0.5) * 6) / rate
    const pulse = phase >= 1 ? 1 : 0
    phase %= 1
    const noise = Math.random() - 0.5
    const isConsonant = part < 0.28
    const loudness = isConsonant ? 0 : Math.sin(((part - 0.28) / 0.72) * Math.PI) ** 0.6
    let value = pulse * 40 + noise * 0.3
    resonanceWidths.forEach((width, index) => {
      const decay = Math.exp((-Math.PI * width) / rate)
      const [before, earlier] = memory[index] ?? [0, 0]
      const turn = 2 * decay * Math.cos((2 * Math.PI * (vowel[index] ?? 0)) / rate)
      const next = (1 - turn + decay * decay) * value + turn * before - decay * decay * earlier
      memory[index] = [next, before]
      value = next
    })
    const hiss = isConsonant ? (noise - noiseBefore) * 0.12 * Math.sin((part / 0.28) * Math.PI) : 0
    noiseBefore = noise
    const sound = isPause ? 0 : value * loudness * 0.25 + hiss
    samples.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sound)) * 20_000), at * 2)
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
