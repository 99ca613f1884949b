import * as ws from 'ws'

/*
 * `ws` exports `Sender` and calls `frame` public, but neither its manual nor its types name them, and it cannot build a
 * frame once for many sockets. Only this file uses them; its test fails when a version of `ws` builds or reads frames
 * differently.
 */
type Options = { fin: boolean; opcode: number; mask: boolean; rsv1: boolean; readOnly: boolean }
const { Sender } = ws as unknown as { Sender: { frame(data: Buffer, options: Options): Buffer[] } }

const wholeText: Options = { fin: true, opcode: 1, mask: false, rsv1: false, readOnly: true }

/** Builds a complete unmasked text frame, as servers send it. */
export function textFrame(text: string): Buffer {
  const parts = Sender.frame(Buffer.from(text), wholeText)
  // Not a slice of Node's pool: a slow socket would keep the whole pool in memory.
  const frame = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) at += part.copy(frame, at)
  return frame
}
