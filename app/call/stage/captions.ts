import type { CallView } from '#app/call/engine/call-view.ts'
import type { CallScreen } from '#app/call/engine/call-screen.ts'
import { type Limit, limitText } from '#app/call/stage/time-left.ts'

/** The facts that are visible on the screen. */
export type ScreenFacts = Pick<
  CallView,
  'side' | 'muted' | 'cameraOff' | 'audioOnly' | 'picture' | 'warning' | 'other'
> & {
  minutesLeft: number | null
  isSharing: boolean
  callScreen: CallScreen
  isSmall: boolean
  isVideo: boolean
  otherName: string
  /** The limit that will end the call, and the latest end time if it was known from the start. */
  limit: Limit
  until: string | null
  /** The other side wants to continue after the booked time. */
  otherWantsToContinue: boolean
}

/** Describes for screen readers what has changed on the screen; null when nothing needs announcing. */
export function describeChange(before: ScreenFacts | null, now: ScreenFacts): string | null {
  const sentences = before
    ? [
        screenText(before, now),
        ownSideText(before, now),
        otherSideText(before, now),
        limitWarningText(before, now),
        windowSizeText(before, now),
      ]
    : [screenCaptions[now.callScreen](now.otherName)]
  return sentences.filter(Boolean).join(' ') || null
}

const screenCaptions: Record<CallScreen, (otherName: string) => string> = {
  ringing: (name) => `Calling ${name}.`,
  connecting: () => 'Connecting.',
  connected: (name) => `You are connected with ${name}.`,
  reconnecting: () => 'Reconnecting. This time is not charged.',
  ended: () => 'Call ended.',
  unanswered: () => 'The call is over.',
  elsewhere: () => 'The call continues in another tab.',
  refused: () => 'You are not in this call.',
}

function screenText(before: ScreenFacts, now: ScreenFacts): string | null {
  if (before.callScreen === now.callScreen) return null
  const isBeginning = now.callScreen === 'connected' && before.callScreen !== 'reconnecting'
  const untilText = isBeginning && now.until ? ` The call can last until ${now.until}.` : ''
  return screenCaptions[now.callScreen](now.otherName) + untilText
}

function ownSideText(before: ScreenFacts, now: ScreenFacts): string | null {
  if (before.muted !== now.muted) return now.muted ? 'You are muted.' : 'Your microphone is on.'
  if (before.audioOnly !== now.audioOnly) return now.audioOnly ? 'Video is off.' : 'Video is on again.'
  if (before.isSharing !== now.isSharing)
    return now.isSharing ? 'Your screen is shared.' : 'Your screen is no longer shared.'
  const isPaused = now.picture !== 'sent'
  if ((before.picture !== 'sent') !== isPaused)
    return isPaused ? 'Your picture is paused because the connection is weak.' : 'Your picture is sent again.'
  if (before.cameraOff !== now.cameraOff) return now.cameraOff ? 'Your camera is off.' : 'Your camera is on.'
  return null
}

/** Describes changes only while connected, because a lost connection looks like a muted side. */
function otherSideText(before: ScreenFacts, now: ScreenFacts): string | null {
  if (before.callScreen !== 'connected' || now.callScreen !== 'connected' || !now.other) return null
  const { microphone, camera, screen = false, audioOnly = false } = now.other
  const previous = { screen: false, audioOnly: false, ...(before.other ?? { microphone: true, camera: true }) }
  const changes = []
  if (previous.microphone !== microphone)
    changes.push(microphone ? `${now.otherName} can be heard again.` : `${now.otherName} is muted.`)
  if (previous.audioOnly !== audioOnly)
    changes.push(`${now.otherName} has turned video ${audioOnly ? 'off for both of you' : 'back on'}.`)
  else if (previous.screen !== screen)
    changes.push(screen ? `You see the screen of ${now.otherName}.` : `${now.otherName} has stopped sharing.`)
  else if (now.isVideo && !now.audioOnly && previous.camera !== camera)
    changes.push(camera ? `${now.otherName} can be seen again.` : cameraOffText(now))
  return changes.join(' ')
}

function cameraOffText({ other, otherName }: ScreenFacts): string {
  return (other?.picture ?? 'sent') === 'sent'
    ? `The camera of ${otherName} is off.`
    : `The picture of ${otherName} is paused because the connection is weak.`
}

function limitWarningText(before: ScreenFacts, now: ScreenFacts): string | null {
  if (!before.otherWantsToContinue && now.otherWantsToContinue) return `${now.otherName} wants to continue.`
  if (now.warning === null || now.minutesLeft === null || before.warning === now.warning) return null
  return limitText(now.limit, now.minutesLeft, now.side)
}

/** Returns no text when the screen changes at the same time, because the new screen has its own caption. */
function windowSizeText(before: ScreenFacts, now: ScreenFacts): string | null {
  if (before.isSmall === now.isSmall || before.callScreen !== now.callScreen) return null
  return now.isSmall ? 'The call continues in a small window.' : 'The call fills the screen.'
}
