/** Sounds are synthesised in the browser, so ringing needs no download. */
let context: AudioContext | undefined

/** Browsers let a page play sound only after user interaction. Resolves to true if this page may. */
export async function unlockSound(): Promise<boolean> {
  context ??= new AudioContext()
  // Before any interaction, this promise stays pending.
  const resumed = context.resume().then(
    () => true,
    () => false,
  )
  return Promise.race([resumed, delay(300).then(canPlaySound)])
}

export function canPlaySound(): boolean {
  return context?.state === 'running'
}

/** Repeats two notes until the returned function is called. */
export function startRinging(): () => void {
  const ring = () => {
    playNote(587, 0, 0.35)
    playNote(784, 0.4, 0.55)
  }
  return repeat(ring, 2_000)
}

/** The tone for a waiting caller, quieter and slower than the ring. */
export function startWaitingTone(): () => void {
  return repeat(() => playNote(425, 0, 0.8, 0.05), 3_000)
}

/** Rising notes for a join, falling notes for a lost connection. */
export function playJoined(): void {
  playNote(523, 0, 0.14, 0.08)
  playNote(698, 0.12, 0.22, 0.08)
}

export function playLost(): void {
  playNote(392, 0, 0.16, 0.06)
  playNote(330, 0.16, 0.16, 0.06)
}

export function playHangUp(): void {
  playNote(494, 0, 0.18, 0.1)
  playNote(370, 0.2, 0.3, 0.1)
}

function repeat(sound: () => void, everyMs: number): () => void {
  void unlockSound()
  sound()
  const timer = setInterval(sound, everyMs)
  return () => clearInterval(timer)
}

function playNote(hertz: number, afterSeconds: number, seconds: number, loudness = 0.2): void {
  if (!context || context.state !== 'running') return
  const startSeconds = context.currentTime + afterSeconds
  const gain = context.createGain()
  gain.gain.setValueAtTime(0, startSeconds)
  gain.gain.linearRampToValueAtTime(loudness, startSeconds + 0.03)
  gain.gain.exponentialRampToValueAtTime(0.001, startSeconds + seconds)
  const tone = context.createOscillator()
  tone.frequency.value = hertz
  tone.connect(gain).connect(context.destination)
  tone.start(startSeconds)
  tone.stop(startSeconds + seconds)
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
