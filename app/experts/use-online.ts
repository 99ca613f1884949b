import { type FormEvent, useContext, useEffect, useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import { LiveLostContext } from '#app/base/live/live-provider.tsx'
import { useTopic } from '#app/base/live/use-topic.ts'
import { toast } from '#app/ui/toast.ts'
import type { OwnListing } from '#domain/experts/contract.ts'
import { refusals } from '#kernel/refusals.ts'

export type OnlineResult = { online: boolean } | { refusal: { code: string; text: string } } | { failed: true }

export const statusUnknownText = 'Failed to fetch status. Please refresh.'

export type Online = ReturnType<typeof useOnline>

type SwitchOwner = Pick<OwnListing, 'id' | 'approval' | 'isOnline'>

/** State of the online switch. The switch and the 'Go Online' button share one fetcher. */
export function useOnline(expert: SwitchOwner) {
  const online = useSwitch(expert)
  useRevalidateOnSwitch(expert)
  return online
}

/**
 * The same switch on pages that need no reload when it changes on another screen. The known approval may be old, so the
 * server decides about each change.
 */
export function useOnlineInBar(expert: SwitchOwner) {
  const live = useTopic(expert.id ? `expert:${expert.id}` : null, null)
  const isOnline = useNewest(expert.isOnline, live?.isOnline)
  const online = useSwitch({ isOnline, approval: 'approved' })
  return { ...online, isLocked: online.isLocked || expert.approval !== 'approved' }
}

function useSwitch(expert: Pick<SwitchOwner, 'approval' | 'isOnline'>) {
  const fetcher = useFetcher<OnlineResult>({ key: 'online' })
  const isSaving = fetcher.state !== 'idle'
  const requestedOnline = fetcher.formData?.get('online')
  // Without a live connection, changes on other screens are missed, so the shown status may be outdated.
  const isUnknown = useContext(LiveLostContext)
  const failure = describeFailure(fetcher.data)
  useToasts(fetcher.data)

  /** Blocks submits that the server would refuse anyway. */
  const preventIfRefused = (event: FormEvent) => {
    if (isSaving) event.preventDefault()
    if (expert.approval === 'approved' && !isUnknown) return
    event.preventDefault()
    if (expert.approval === 'approved') toast({ kind: 'error', text: statusUnknownText, id: 'online' })
    else refuse(refusals[expert.approval === 'pending' ? 'approval_pending' : 'expert_suspended'].text)
  }
  return {
    isOnline: requestedOnline ? requestedOnline === 'true' : expert.isOnline,
    isSaving,
    isUnknown,
    isLocked: expert.approval !== 'approved' || isUnknown,
    /** Why the last change failed. It stays at the switch until the next change. */
    problem: isSaving ? undefined : failure && failure.description,
    Form: fetcher.Form,
    preventIfRefused,
  }
}

/** The newer of the state that was loaded and the state that the live connection has sent. */
function useNewest(loaded: boolean, live: boolean | undefined): boolean {
  const [last, setLast] = useState({ loaded, live, newest: live ?? loaded })
  if (last.loaded === loaded && last.live === live) return last.newest
  const newest = live !== undefined && last.live !== live ? live : loaded
  setLast({ loaded, live, newest })
  return newest
}

/** Results that a toast has shown. A page may have two switches, which share the result. */
const shownResults = new WeakSet<OnlineResult>()

function useToasts(result: OnlineResult | undefined): void {
  useEffect(() => {
    if (!result || shownResults.has(result)) return
    shownResults.add(result)
    if ('online' in result) {
      const text = result.online ? 'You are now online' : 'You are now offline'
      toast({ kind: 'success', text, id: 'online' })
    }
    const failure = describeFailure(result)
    if (failure) toast({ kind: 'error', ...failure, id: 'online' })
  }, [result])
}

function describeFailure(result: OnlineResult | undefined) {
  if (!result || 'online' in result) return undefined
  return 'refusal' in result
    ? { text: 'Cannot change status', description: result.refusal.text }
    : { text: 'Failed to update your status.', description: 'Something went wrong. Please try again.' }
}

/** Revalidates when the switch changes on another screen. */
function useRevalidateOnSwitch({ id, isOnline }: SwitchOwner): void {
  const { revalidate } = useRevalidator()
  const live = useTopic(id ? `expert:${id}` : null, null)
  const isOutdated = live !== null && live.isOnline !== isOnline
  useEffect(() => {
    if (isOutdated) void revalidate()
  }, [isOutdated, live, revalidate])
}

function refuse(description: string): void {
  toast({ kind: 'error', text: 'Cannot change status', description, id: 'online' })
}
