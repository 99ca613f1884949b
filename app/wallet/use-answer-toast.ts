import { useEffect } from 'react'
import { toast } from '#app/ui/toast.ts'
import type { WalletAnswer } from '#app/wallet/wallet-answer.ts'

/** Says what came of a form. `failed` are the words for what could not be done, with the reason below them. */
export function useAnswerToast(answer: WalletAnswer | undefined, failed: string): void {
  useEffect(() => {
    if (answer?.done) toast({ kind: 'success', text: answer.done, id: 'wallet' })
    if (!answer?.refusal) return
    const { code, text } = answer.refusal
    // A wrong amount is no failure of ours: its words stand alone.
    if (code === 'not_an_amount') toast({ kind: 'error', text, id: 'wallet' })
    else toast({ kind: 'error', text: failed, description: text, id: 'wallet' })
  }, [answer, failed])
}
