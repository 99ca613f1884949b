import { readFile } from 'node:fs/promises'
import { type Frame, readFrames } from '#demo/answering/webm.ts'
import { recordingFile, recordingLoopMs } from '#demo/recording/recording-file.ts'

export type Kind = Frame['kind']
export type Recording = Record<Kind, Frame[]>

/** So much sound is in each frame that Chromium writes. The recording's own times are those of a busy machine. */
export const soundFrameMs = 60
/** Who falls behind by more, because the machine slept, goes on from where it stands. */
const behindMaxMs = 1_000
/** Who asks for a whole picture asks again before it has arrived. */
const jumpEveryMs = 500

/** Exactly one turn of the loop. */
export async function loadRecording(): Promise<Recording> {
  const frames = readFrames(await readFile(recordingFile))
  const sound = frames.filter(({ kind }) => kind === 'audio').slice(0, recordingLoopMs / soundFrameMs)
  return {
    audio: sound.map(({ kind, isKey, data }, number) => ({
      kind,
      isKey,
      data,
      timeMs: number * soundFrameMs,
    })),
    video: frames.filter(({ kind, timeMs }) => kind === 'video' && timeMs < recordingLoopMs),
  }
}

export type Player = {
  /** Goes on with the next picture that needs none before it. */
  jumpToKeyFrame(): void
  stop(): void
}

/** Hands out each frame when it is due, with its time since the beginning, again and again. */
export function play(frames: Frame[], send: (frame: Frame, timeMs: number) => void): Player {
  const beganMs = performance.now()
  let loopMs = beganMs
  let next = 0
  let jumpedMs = -Infinity
  let timer: NodeJS.Timeout | undefined
  const current = () => frames[next] as Frame
  const dueMs = () => loopMs + current().timeMs
  tick()

  function tick(): void {
    const nowMs = performance.now()
    if (nowMs - dueMs() > behindMaxMs) loopMs += nowMs - dueMs()
    while (dueMs() <= nowMs) {
      send(current(), dueMs() - beganMs)
      next += 1
      if (next === frames.length) {
        next = 0
        loopMs += recordingLoopMs
      }
    }
    timer = setTimeout(tick, dueMs() - nowMs)
  }

  return {
    jumpToKeyFrame() {
      const nowMs = performance.now()
      if (nowMs - jumpedMs < jumpEveryMs) return
      jumpedMs = nowMs
      next = Math.max(
        0,
        frames.findIndex(({ isKey }, index) => isKey && index >= next),
      )
      loopMs = nowMs - current().timeMs
      clearTimeout(timer)
      tick()
    },
    stop: () => clearTimeout(timer),
  }
}
