import { useRef, useState } from 'react'
import { ProblemLine } from '#app/ui/problem-line.tsx'
import { useActForm } from '#app/team/base/use-act-form.ts'
import { WhyField } from '#app/team/people/why-field.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'

type Props = {
  act: string
  title: string
  description: string
  why: { label: string; hint?: string; maxLength?: number }
  label: string
  /** Takes something away from somebody. */
  isHard?: boolean
}

/** One act and its reason, in a form of its own, so that nothing is sent by the wrong key. */
export function ActCard({ act, title, description, why, label, isHard = false }: Props) {
  const [timesDone, setTimesDone] = useState(0)
  const card = useRef<HTMLDivElement>(null)
  const { Form, busy, problem } = useActForm({
    id: act,
    onDone: () => setTimesDone((times) => times + 1),
    returnTo: card,
  })
  return (
    <Card as="section" aria-label={title}>
      <div ref={card} tabIndex={-1} className="outline-none">
        <CardHeader title={title} description={description} />
        {/* Empty again after it has done its work. */}
        <Form key={timesDone} method="post" className="space-y-4">
          <input type="hidden" name="act" value={act} />
          <WhyField {...why} />
          <ProblemLine text={problem} />
          <Button type="submit" variant={isHard ? 'danger' : 'outline'} busy={busy}>
            {label}
          </Button>
        </Form>
      </div>
    </Card>
  )
}
