import type { Logger } from 'pino'
import * as Y from 'yjs'
import { fromBase64, toBase64 } from '#app/boards/document/base64.ts'
import { createBoardModel, firstPageId, type NewElement } from '#app/boards/document/board-model.ts'
import { boxOf, unite } from '#app/boards/drawing/geometry.ts'
import type { DemoHttpClient } from '#demo/answering/http-client.ts'
import type { ClientMessage, StateMessage, TopicState } from '#live/protocol.ts'

/** A pause before the answer, as if the expert looked at the student's drawing first. */
const answerAfterMs = 1_500
const betweenElementsMs = 500
/** Fixed ids, so that a restarted demo does not draw its answer twice. */
const idOf = (index: number) => `demo-answer-${index}`

const text = 'I am a demo expert, and this is my drawing. A real expert would answer yours.'

type Options = {
  session: string
  send(message: ClientMessage): void
  /** Returns the client of the current sign-in. */
  http(): DemoHttpClient | undefined
  log: Pick<Logger, 'warn'>
}

export type BoardAgent = ReturnType<typeof createBoardAgent>

/** Draws something below the student's first drawing, so that a demo visitor who is alone sees two people draw. */
export function createBoardAgent({ session, send, http, log }: Options) {
  const topic = `board:${session}` as const
  let hasAnswered = false

  return {
    /** Subscribes again on every new socket. */
    watch: () => send({ type: 'watch', topic }),
    receive(message: StateMessage): void {
      if (message.topic !== topic || hasAnswered) return
      if ((message.data as TopicState<typeof topic>).last === 0) return
      hasAnswered = true
      draw().catch((err) => {
        hasAnswered = false
        log.warn({ err, session }, 'demo expert could not draw')
      })
    },
    close: () => send({ type: 'unwatch', topic }),
  }

  async function draw(): Promise<void> {
    await sleep(answerAfterMs)
    const stored = await http()?.loadBoard(session)
    if (!stored) return
    const doc = new Y.Doc()
    for (const change of stored.changes) Y.applyUpdate(doc, fromBase64(change), 'server')
    const model = createBoardModel(doc)
    const content = unite([...model.elements().values()].filter(({ page }) => page === firstPageId).map(boxOf))
    const [x, y] = content ? [Math.round(content.x), Math.round(content.y + content.height) + 30] : [40, 40]
    const answer = createAnswer(x, y)
    for (const [index, element] of answer.entries()) {
      if (model.get(idOf(index))) continue
      const before = Y.encodeStateVector(doc)
      model.add(element, idOf(index))
      await http()?.storeBoard(session, toBase64(Y.encodeStateAsUpdate(doc, before)))
      await sleep(betweenElementsMs)
    }
    model.close()
  }
}

/** Two axes, a curve, its formula and a sentence. */
function createAnswer(x: number, y: number): NewElement[] {
  const common = { page: firstPageId, size: 3 }
  const curve = Array.from({ length: 61 }, (_, index) => {
    const across = (index - 30) / 30
    return [x + 100 + across * 75, y + 110 - across ** 2 * 95, 0.5] as const
  })
  const [[startX, startY]] = curve as [(typeof curve)[number]]
  return [
    { ...common, kind: 'line', colour: 'ink', x, y: y + 110, dx: 200, dy: 0, arrow: true },
    { ...common, kind: 'line', colour: 'ink', x: x + 100, y: y + 130, dx: 0, dy: -130, arrow: true },
    { ...common, kind: 'stroke', colour: 'orange', x: startX, y: startY, pressure: false, points: [...curve] },
    { ...common, kind: 'formula', colour: 'orange', size: 22, x: x + 210, y: y + 10, tex: 'y = -x^2' },
    { ...common, kind: 'text', colour: 'ink', size: 16, x, y: y + 145, text: text.replace('. ', '.\n') },
  ]
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
