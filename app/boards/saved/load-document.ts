import { mergeUpdates } from 'yjs'
import { networkProblem } from '#app/base/network-problem.ts'
import { fromBase64 } from '#app/boards/document/base64.ts'
import { connectBoardServer } from '#app/boards/document/board-server.ts'

/** `changes` in base64: the team gets them with the answer to its reason. */
export type BoardSource = { boardId: string } | { changes: string[] }

type Loaded = Uint8Array | { refusal: { text: string } }

/** The stored document of a board, or why it cannot be shown. */
export async function loadDocument(source: BoardSource): Promise<Loaded> {
  if ('changes' in source) return mergeUpdates(source.changes.map(fromBase64))
  const answer = await connectBoardServer(source.boardId).load(0)
  if (answer === 'lost') return networkProblem
  if ('refusal' in answer) return answer
  return answer.data ?? mergeUpdates([])
}
