import * as ws from 'ws'

/*
 * `ws` exports `Sender` and calls `frame` public, but neither its manual nor its types name them, and it has no way to build a frame once
 * for many sockets. So this file alone uses them; its test fails when a version of `ws` builds or reads frames in another way.
 */
type Options = { fin: boolean; opcode: number; mask: boolean; rsv1: boolean; readOnly: boolean }
const { Sender } = ws as unknown as { Sender: { frame(data: Buffer, options: Options): Buffer[] } }

const wholeText: Options = { fin: true, opcode: 1, mask: false, rsv1: false, readOnly: true }

/** A whole unmasked text frame, as servers send it. */
export function textFrame(text: string): Buffer {
  const parts = Sender.frame(Buffer.from(text), wholeText)
  // No slice of Node's pool, all of which a socket that is slow to take it would keep.
  const frame = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) at += part.copy(frame, at)
  return frame
}
