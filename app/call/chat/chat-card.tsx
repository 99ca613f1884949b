import { useZone } from '#app/base/zone.tsx'
import { MessageLine } from '#app/call/chat/message-line.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { SessionMessage, SessionView } from '#domain/sessions/contract.ts'
import { timeText } from '#kernel/time.ts'

type Props = { messages: SessionMessage[]; session: SessionView }

/** The chat of a session, for reading and printing. */
export function ChatCard({ messages, session }: Props) {
  const zone = useZone()
  if (messages.length === 0) return null
  const names = { student: session.studentName, expert: session.expertName }
  return (
    <Card as="section">
      <CardHeader
        title="Chat"
        description={
          session.side
            ? 'Only the two of you can read it. Our team needs a recorded reason to read it.'
            : 'Only these two people can read it. Our team needs a recorded reason to read it.'
        }
      />
      <ol className="grid grid-cols-1 gap-4">
        {messages.map(({ id, side, text, saidAt }) => (
          <MessageLine
            key={id}
            name={side === session.side ? 'You' : names[side]}
            isOwn={side === session.side}
            text={text}
            note={
              <time className="figures" dateTime={saidAt.toISOString()}>
                {timeText(saidAt, zone)}
              </time>
            }
          />
        ))}
      </ol>
    </Card>
  )
}
