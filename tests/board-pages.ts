import type { ByteChannel } from '#app/boards/document/board-channel.ts'
import { openSharedBoard, type SharedBoard } from '#app/boards/document/shared-board.ts'

/** Creates the two ends of a data channel. */
export function createChannels(): [ByteChannel, ByteChannel] & { close(): void } {
  const create = () =>
    Object.assign(new EventTarget(), { readyState: 'open' as RTCDataChannelState, bufferedAmount: 0 })
  const [left, right] = [create(), create()]
  const sendTo = (target: EventTarget) => (data: Uint8Array) => {
    const copy = data.slice().buffer
    queueMicrotask(() => target.dispatchEvent(new MessageEvent('message', { data: copy })))
  }
  const ends = [Object.assign(left, { send: sendTo(right) }), Object.assign(right, { send: sendTo(left) })]
  return Object.assign(ends as unknown as [ByteChannel, ByteChannel], {
    close() {
      for (const end of [left, right]) {
        end.readyState = 'closed'
        end.dispatchEvent(new Event('close'))
      }
    },
  })
}

/** One board on two pages that a data channel connects. The server stores nothing. */
export function openConnectedBoards(): { asha: SharedBoard; ravi: SharedBoard; disconnect(): void; close(): void } {
  const [asha, ravi] = [openBoard(), openBoard()]
  const channels = createChannels()
  asha.connect(channels[0])
  ravi.connect(channels[1])
  return {
    asha,
    ravi,
    disconnect: channels.close,
    close() {
      asha.close()
      ravi.close()
    },
  }
}

/** Opens the board of the page at the other end of a channel. */
export function openBoardOf(channel: ByteChannel): SharedBoard {
  const board = openBoard()
  board.connect(channel)
  return board
}

function openBoard(): SharedBoard {
  return openSharedBoard({
    boardId: '0199c0de-0000-7000-8000-000000000001',
    server: {
      load: () => Promise.resolve({ last: 0, changes: [], hasMore: false }),
      store: () => Promise.resolve({ last: 1 }),
    },
    storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
  })
}
