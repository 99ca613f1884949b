import { type FormEvent, useContext, useEffect } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import { LiveLostContext } from '#app/base/live/live-provider.tsx'
import { useTopic } from '#app/base/live/use-topic.ts'
import { toast } from '#app/ui/toast.ts'
import type { OwnExpert } from '#domain/experts/contract.ts'
import { refusals } from '#kernel/refusals.ts'

export type OnlineResult =
  | { online: boolean }
  | { refusal: { code: string; text: string } }
  | { failed: true }

export const statusUnknown = 'Failed to fetch status. Please refresh.'

export type Online = ReturnType<typeof useOnline>

/** The switch of the dashboard: one request for the switch itself and for the button 'Go Online'. */
export function useOnline(expert: OwnExpert) {
  const fetcher = useFetcher<OnlineResult>({ key: 'online' })
  const saving = fetcher.state !== 'idle'
  const requestedOnline = fetcher.formData?.get('online')
  // The switch of another screen would not be heard of, so this one may show what is no longer true.
  const unknown = useContext(LiveLostContext)
  useToasts(fetcher.data)
  useOtherScreens(expert)

  /** Where the answer is known to be no, nobody needs to wait for it. The server would say the same. */
  const preventIfRefused = (event: FormEvent) => {
    if (saving) event.preventDefault()
    if (expert.approval === 'approved' && !unknown) return
    event.preventDefault()
    if (expert.approval === 'approved') toast({ kind: 'error', text: statusUnknown, id: 'online' })
    else refuse(refusals[expert.approval === 'pending' ? 'approval_pending' : 'expert_suspended'].text)
  }
  return {
    isOnline: requestedOnline ? requestedOnline === 'true' : expert.isOnline,
    saving,
    isUnknown: unknown,
    locked: expert.approval !== 'approved' || unknown,
    Form: fetcher.Form,
    preventIfRefused,
  }
}

function useToasts(result: OnlineResult | undefined): void {
  useEffect(() => {
    if (!result) return
    if ('online' in result) {
      const text = result.online ? 'You are now online' : 'You are now offline'
      toast({ kind: 'success', text, id: 'online' })
    } else if ('refusal' in result) refuse(result.refusal.text)
    else {
      const description = 'Something went wrong. Please try again.'
      toast({ kind: 'error', text: 'Failed to update your status.', description, id: 'online' })
    }
  }, [result])
}

/** When the switch was used on another screen, this one follows. */
function useOtherScreens({ id, isOnline }: OwnExpert): void {
  const { revalidate } = useRevalidator()
  const live = useTopic(`expert:${id}`, null)
  const differs = live !== null && live.isOnline !== isOnline
  useEffect(() => {
    if (differs) void revalidate()
  }, [differs, live, revalidate])
}

function refuse(description: string): void {
  toast({ kind: 'error', text: 'Cannot change status', description, id: 'online' })
}
