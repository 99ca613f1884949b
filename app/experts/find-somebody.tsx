import { Zap } from 'lucide-react'
import { type FormEvent, useContext } from 'react'
import { waitsForScripts } from '#app/base/taps/early-taps.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { type AnyoneRequestDraft, OpenRequestContext } from '#app/experts/open-request-context.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'

type Props = Partial<Omit<AnyoneRequestDraft, 'target'>> & { className?: string }

/**
 * Asks any free expert. Shown only to students and visitors. Calls need scripts, so without them the form leads to the
 * list of experts.
 */
export function FindSomebody({ className, callType = 'video', ...prefilled }: Props) {
  const viewer = useViewer()
  const openRequest = useContext(OpenRequestContext)
  if (viewer?.role === 'expert' || viewer?.role === 'team') return null
  const open = (event: FormEvent) => {
    if (!openRequest) return
    event.preventDefault()
    openRequest({ ...prefilled, callType, target: 'anyone' })
  }
  return (
    <form action="/experts" {...waitsForScripts} onSubmit={open} className={cx('flex', className)}>
      <Button type="submit" className="flex-1">
        <Zap className="size-4.5" aria-hidden="true" />
        Find somebody now
      </Button>
    </form>
  )
}
