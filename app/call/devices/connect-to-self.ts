type Options = {
  media: MediaStream
  /** Called with all tracks that have arrived so far. */
  onReceived(received: MediaStream): void
  onFailed(): void
}

/**
 * Sends this media through a connection of the page with itself, as a call would: encoded, sent, received, decoded. It
 * stays on this device. Returns a function that ends it.
 */
export function connectToSelf({ media, onReceived, onFailed }: Options): () => void {
  const [sender, receiver] = [new RTCPeerConnection(), new RTCPeerConnection()]
  const received: MediaStreamTrack[] = []
  let isEnded = false
  receiver.addEventListener('track', ({ track }) => {
    received.push(track)
    onReceived(new MediaStream(received))
  })
  sender.addEventListener('connectionstatechange', () => {
    if (sender.connectionState === 'failed') onFailed()
  })
  for (const track of media.getTracks()) sender.addTrack(track, media)
  negotiate(sender, receiver).catch(() => {
    if (!isEnded) onFailed()
  })
  return () => {
    isEnded = true
    sender.close()
    receiver.close()
  }
}

async function negotiate(sender: RTCPeerConnection, receiver: RTCPeerConnection): Promise<void> {
  await receiver.setRemoteDescription(await describe(sender))
  await sender.setRemoteDescription(await describe(receiver))
}

/** Returns the description with all network candidates, so that none has to be sent later. */
async function describe(peer: RTCPeerConnection): Promise<RTCSessionDescription> {
  const gathered = new Promise<void>((resolve) => {
    peer.addEventListener('icegatheringstatechange', () => {
      if (peer.iceGatheringState === 'complete') resolve()
    })
  })
  await peer.setLocalDescription()
  await gathered
  if (!peer.localDescription) throw new Error('the connection was closed')
  return peer.localDescription
}
