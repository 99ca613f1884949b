import { readFile } from 'node:fs/promises'
import { type Frame, readFrames } from '#demo/answering/webm.ts'
import { recordingFile, recordingLoopMs } from '#demo/recording/recording-file.ts'

export type Kind = Frame['kind']
type Recording = Record<Kind, Frame[]>

/** The duration of each audio frame from Chromium. The recorded times are inexact, because the machine was busy. */
export const audioFrameMs = 60
/** If playback is behind by more than this, after the machine slept, it skips the missed time. */
const behindMaxMs = 1_000
/** Key frame requests within this time are ignored, because receivers repeat them until the frame has arrived. */
const jumpEveryMs = 500

/** Loads exactly one loop. */
export async function loadRecording(): Promise<Recording> {
  const frames = readFrames(await readFile(recordingFile))
  const audio = frames.filter(({ kind }) => kind === 'audio').slice(0, recordingLoopMs / audioFrameMs)
  return {
    audio: audio.map(({ kind, isKey, data }, number) => ({ kind, isKey, data, timeMs: number * audioFrameMs })),
    video: frames.filter(({ kind, timeMs }) => kind === 'video' && timeMs < recordingLoopMs),
  }
}

export type Player = {
  /** Continues with the next key frame. */
  jumpToKeyFrame(): void
  stop(): void
}

/** Sends each frame when it is due, with the time since the start, in a loop. */
export function play(frames: Frame[], send: (frame: Frame, timeMs: number) => void): Player {
  const startedAtMs = performance.now()
  let loopMs = startedAtMs
  let next = 0
  let jumpedAtMs = -Infinity
  let timer: NodeJS.Timeout | undefined
  const current = () => frames[next] as Frame
  const dueMs = () => loopMs + current().timeMs
  tick()

  function tick(): void {
    const nowMs = performance.now()
    if (nowMs - dueMs() > behindMaxMs) loopMs += nowMs - dueMs()
    while (dueMs() <= nowMs) {
      send(current(), dueMs() - startedAtMs)
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
      if (nowMs - jumpedAtMs < jumpEveryMs) return
      jumpedAtMs = nowMs
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
