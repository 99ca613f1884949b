/** The media that a student’s page has received. */
export type ReceivedMedia = { frames: number; soundEnergy: number; width: number; state: string }

export type StudentInPage = {
  readReceived(): Promise<ReceivedMedia>
  restartIce(): void
  /** Adds another video track during the call. */
  shareScreen(): void
  /** Opens a new connection with a new id, as after a reset. */
  restart(): void
  /** Reopens the socket. Messages that arrive in between are lost. */
  reconnect(): void
  hangUp(): void
  isOver(): boolean
  liveMs(): number
}

/**
 * The student’s side of a call without the product’s screens: only live socket messages and a WebRTC connection. It
 * runs inside the page, so it must be self-contained. It sets `window.student`.
 */
export function startStudent({ session, video }: { session: string; video: boolean }): void {
  type Body = {
    from: string
    to: string | null
    description?: RTCSessionDescriptionInit
    candidates?: RTCIceCandidateInit[]
  }
  const canvas = document.createElement('canvas')
  canvas.getContext('2d')
  const screen = document.createElement('video')
  screen.autoplay = true
  document.body.append(screen)
  let ownId = ''
  let peer: string | null = null
  let epoch = 0
  let sequence = 0
  let isOver = false
  let liveMs = 0
  let connection: RTCPeerConnection
  let socket: WebSocket
  /** Totals of closed connections, and of the current one. */
  const before = { received: 0, sent: 0 }
  const now = { received: 0, sent: 0 }
  connect()
  open()
  setInterval(() => void beat(), 2_000)

  const student: StudentInPage = {
    async readReceived() {
      const found = { frames: 0, soundEnergy: 0, width: screen.videoWidth, state: connection.connectionState }
      for (const report of await readReports()) {
        if (report.type !== 'inbound-rtp') continue
        found.frames += report.framesDecoded ?? 0
        found.soundEnergy += report.totalAudioEnergy ?? 0
      }
      return found
    },
    restartIce() {
      connection.restartIce()
      void offer()
    },
    shareScreen() {
      connection.addTransceiver(canvas.captureStream(5).getVideoTracks()[0] as MediaStreamTrack)
      void offer()
    },
    restart() {
      connect()
      void offer()
    },
    reconnect() {
      socket.close()
      open()
    },
    hangUp: () => send({ type: 'hang_up', session }),
    isOver: () => isOver,
    liveMs: () => liveMs,
  }
  Object.assign(window, { student })

  function open(): void {
    socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/live`)
    const current = socket
    socket.addEventListener('message', ({ data }) => {
      if (socket === current) void receive(JSON.parse(data))
    })
  }

  function send(message: object): void {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  async function receive(message: Record<string, unknown>): Promise<void> {
    if (message.type === 'hello') send({ type: 'join', session })
    if (message.type === 'joined') [epoch, sequence] = [Number(message.epoch), 0]
    if (message.type === 'meter') liveMs = Number(message.liveMs)
    if (message.type === 'gone') isOver = true
    if (message.type === 'signal') await receiveSignal(JSON.parse(String(message.body)))
  }

  async function receiveSignal({ from, to, description, candidates }: Body): Promise<void> {
    if (to !== null && to !== ownId) return sendSignal({})
    if (from !== peer) {
      // The peer has a new connection, and ours may already have negotiated with the old one.
      if (peer !== null) connect()
      peer = from
      return offer()
    }
    if (description) await connection.setRemoteDescription(description)
    for (const candidate of candidates ?? []) await connection.addIceCandidate(candidate)
  }

  function connect(): void {
    connection?.close()
    before.received += now.received
    before.sent += now.sent
    Object.assign(now, { received: 0, sent: 0 })
    ownId = crypto.randomUUID()
    connection = new RTCPeerConnection()
    const current = connection
    const sound = new AudioContext().createMediaStreamDestination()
    connection.addTransceiver(sound.stream.getAudioTracks()[0] as MediaStreamTrack)
    if (video) connection.addTransceiver(canvas.captureStream(5).getVideoTracks()[0] as MediaStreamTrack)
    const pulse = connection.createDataChannel('pulse')
    setInterval(() => pulse.readyState === 'open' && pulse.send('pulse'), 1_000)
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate && connection === current) sendSignal({ candidates: [candidate.toJSON()] })
    })
    const stream = new MediaStream()
    connection.addEventListener('track', ({ track }) => stream.addTrack(track))
    screen.srcObject = stream
  }

  async function offer(): Promise<void> {
    const current = connection
    await current.setLocalDescription()
    if (connection === current) sendSignal({ description: current.localDescription?.toJSON() })
  }

  function sendSignal(content: Pick<Body, 'description' | 'candidates'>): void {
    send({ type: 'signal', session, epoch, body: JSON.stringify({ from: ownId, to: peer, ...content }) })
  }

  async function beat(): Promise<void> {
    const current = connection
    const transport = (await readReports()).find(({ type }) => type === 'transport')
    if (connection !== current) return
    now.received = transport?.bytesReceived ?? 0
    now.sent = transport?.bytesSent ?? 0
    const bytes = before.received + now.received
    send({ type: 'beat', session, epoch, sequence, bytes, sent: before.sent + now.sent })
    sequence += 1
  }

  async function readReports(): Promise<Report[]> {
    const all: Report[] = []
    ;(await connection.getStats()).forEach((report) => all.push(report))
    return all
  }

  type Report = RTCStats & {
    framesDecoded?: number
    totalAudioEnergy?: number
    bytesReceived: number
    bytesSent: number
  }
}
