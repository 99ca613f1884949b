import type { CallView } from '#app/call/engine/call-view.ts'
import { createLineWatch, type Line } from '#app/call/engine/line-watch.ts'
import { createOwnMedia } from '#app/call/engine/own-media.ts'
import { openPeerLink, type PeerLink } from '#app/call/engine/peer-link.ts'
import { createPictureTime } from '#app/call/engine/picture-time.ts'
import type { Sending } from '#app/call/engine/pulse.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import type { Side } from '#domain/sessions/states.ts'
import { type IceSettings, readMessage, type ServerMessage } from '#live/protocol.ts'
import { signal } from '#live/signal.ts'

type Options = {
  sessionId: string
  side: Side
  callType: CallType
  view(): CallView
  change(changes: Partial<CallView>): void
  sendSignal(body: string): void
  onFirstMedia(): void
  /** Called once when nothing has arrived for a short time: the network may have changed. */
  onSilent(): void
}

/** The media of both sides: own devices, the link to the other page, and what the line between them carries. */
export function createCallMedia({ sessionId, side, callType, view, change, sendSignal, ...events }: Options) {
  let peerLink: PeerLink | null = null
  const {
    getOutgoing,
    applyToTracks,
    reportConcealed,
    askForPicture,
    wantedPicture,
    close: closeOwnMedia,
    ...ownControls
  } = createOwnMedia({
    sessionId,
    callType,
    view,
    change,
    onOutgoing: (changed) => peerLink?.setOutgoing(changed),
  })
  const lineWatch = createLineWatch({
    side,
    connection: () => peerLink?.connection(),
    wantedPicture,
    onRated: showLine,
    ...events,
  })

  const pictureTime = createPictureTime()
  if (callType === 'audio') pictureTime.stop()

  return {
    lineWatch,
    pictureTime,
    applyToTracks,
    controls: {
      ...ownControls,
      readDataUse: lineWatch.readDataUse,
      /** Tests at once whether the connection can carry the paused pictures again. */
      tryPictureAgain(): void {
        lineWatch.tryPicture()
        if (view().other?.picture === 'paused') askForPicture()
        void lineWatch.check()
      },
    },
    async checkStart(): Promise<void> {
      await lineWatch.checkStart()
      if (pictureTime.isWaiting()) pictureTime.onPictures((await lineWatch.readTraffic()).pictures)
    },
    receive(message: ServerMessage): void {
      if (message.type === 'joined') peerLink ??= linkPeer(message.ice)
      if (message.type === 'peer') peerLink?.onPeerJoined()
      if (message.type !== 'signal') return
      const received = readMessage(signal, message.body)
      if (received) peerLink?.receive(received)
    },
    /** Stops the devices and closes the connection. */
    close(): void {
      peerLink?.close()
      peerLink = null
      closeOwnMedia()
      change({ remote: null, boardChannel: null })
    },
  }

  function linkPeer(ice: IceSettings): PeerLink {
    return openPeerLink({
      ice,
      callType,
      isLeading: side === 'student',
      outgoing: getOutgoing(),
      send: (signalToSend) => sendSignal(JSON.stringify(signalToSend)),
      onRemote: (remote) => change({ remote }),
      onSending: receiveSending,
      onBoardChannel: (boardChannel) => change({ boardChannel }),
    })
  }

  function receiveSending({ concealed = 0, ...other }: Sending): void {
    lineWatch.setConcealedAtOther(concealed)
    if ((other.retries ?? 0) > (view().other?.retries ?? 0)) lineWatch.tryPicture()
    const hasOpenedBoard = other.board === true && !view().other?.board
    change({ other })
    // A camera may open later than the connection.
    if (!other.camera && view().meter?.phase === 'live') pictureTime.stop()
    if (hasOpenedBoard && !view().isBoardOpen) ownControls.showBoard(true)
    else applyToTracks()
  }

  function showLine({ quality, picture: { mode, level }, concealedShare }: Line): void {
    const shown = view()
    const isChanged = quality !== shown.quality || mode !== shown.picture || level !== shown.level
    if (isChanged) change({ quality, picture: mode, level })
    reportConcealed(concealedShare)
    applyToTracks()
  }
}
