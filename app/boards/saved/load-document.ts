import { mergeUpdates } from 'yjs'
import { networkProblem } from '#app/base/network-problem.ts'
import { fromBase64 } from '#app/boards/document/base64.ts'
import { connectBoardServer } from '#app/boards/document/board-server.ts'

/** `changes` in base64: the team receives them after it has given a reason. */
export type BoardSource = { boardId: string } | { changes: string[] }

type Loaded = Uint8Array | { refusal: { text: string } }

/** Loads the stored document of a board. Returns the problem if it cannot be shown. */
export async function loadDocument(source: BoardSource): Promise<Loaded> {
  if ('changes' in source) return mergeUpdates(source.changes.map(fromBase64))
  const server = connectBoardServer(source.boardId)
  const parts: Uint8Array[] = []
  for (let after = 0; ;) {
    const answer = await server.load(after)
    if (answer === 'lost') return networkProblem
    if ('refusal' in answer) return answer
    parts.push(...answer.changes)
    if (!answer.hasMore || answer.last <= after) return mergeUpdates(parts)
    after = answer.last
  }
}
