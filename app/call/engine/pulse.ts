import * as z from 'zod/mini'
import { readMessage } from '#live/protocol.ts'

/** The pulse keeps the number of received bytes growing, even during silence. */
const everyMs = 1_000

/**
 * The media that one side sends. A disabled track still sends black frames, so each side reports its state. Older
 * clients send only the first two fields.
 */
const sendingSchema = z.object({
  /** Whether video is sent, from the camera or the screen. */
  camera: z.boolean(),
  microphone: z.boolean(),
  /** Whether the video is the screen. */
  screen: z.optional(z.boolean()),
  /** Asks the other side to send no video either. */
  audioOnly: z.optional(z.boolean()),
  /** Whether the camera's picture is paused because the line is too weak. It is not shown then. */
  picture: z.optional(z.enum(['sent', 'paused', 'trying'])),
  /** Asks the other side to use little data, too. */
  saver: z.optional(z.boolean()),
  /** Share of the received voice that had to be filled in for lost packets. */
  concealed: z.optional(z.number()),
  /** How often this side has asked for the other side's paused picture. */
  retries: z.optional(z.number()),
  /** Whether this side has opened the board. */
  board: z.optional(z.boolean()),
})
export type Sending = z.infer<typeof sendingSchema>

type Options = {
  /** Returns the media that this side sends now. */
  describe(): Sending
  onSending(other: Sending): void
  /** Called every second, even without a channel. */
  onTick(): void
}

/** Reports to the other page, every second and after each change, what this side sends. Receives its reports. */
export function createPulse({ describe, onSending, onTick }: Options) {
  let timer: ReturnType<typeof setInterval> | undefined
  let channel: RTCDataChannel | undefined
  let lastPayload = ''

  return {
    /** Lost messages are not sent again, because the next one replaces them. */
    createChannel: (peer: RTCPeerConnection) => peer.createDataChannel('pulse', { ordered: false, maxRetransmits: 0 }),
    start(opened: RTCDataChannel): void {
      channel = opened
      clearInterval(timer)
      timer = setInterval(send, everyMs)
      opened.addEventListener('message', ({ data }) => {
        const other = readMessage(sendingSchema, String(data))
        if (other) onSending(other)
      })
    },
    sendIfChanged(): void {
      if (JSON.stringify(describe()) !== lastPayload) send()
    },
    stop: () => clearInterval(timer),
  }

  function send(): void {
    onTick()
    if (channel?.readyState !== 'open') return
    lastPayload = JSON.stringify(describe())
    channel.send(lastPayload)
  }
}
