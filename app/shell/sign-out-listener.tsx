import { useContext, useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { LiveContext } from '#app/base/live/live-provider.tsx'
import { toast } from '#app/ui/toast.ts'
import type { ServerMessage } from '#live/protocol.ts'

/** Revalidates when the sign-in was ended elsewhere, so that the page shows what a visitor sees. */
export function SignOutListener({ supportEmail }: { supportEmail: string }) {
  const live = useContext(LiveContext)
  const { revalidate } = useRevalidator()
  const onMessage = useEffectEvent((message: ServerMessage) => {
    if (message.type !== 'signed_out') return
    if (message.reason === 'suspended') {
      const text = `Your account is suspended. Log in to read why, or write to ${supportEmail}.`
      toast({ kind: 'error', text, id: 'suspended' })
    }
    void revalidate()
  })
  useEffect(() => live?.listen((message) => onMessage(message)), [live])
  return null
}
