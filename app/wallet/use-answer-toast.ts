import { useEffect } from 'react'
import { toast } from '#app/ui/toast.ts'
import type { WalletAnswer } from '#app/wallet/wallet-answer.ts'

/** Shows the result of a form as a toast. `failureTitle` is the title of an error, with the reason below it. */
export function useAnswerToast(answer: WalletAnswer | undefined, failureTitle: string): void {
  useEffect(() => {
    if (answer?.done) toast({ kind: 'success', text: answer.done, id: 'wallet' })
    if (!answer?.refusal) return
    const { code, text } = answer.refusal
    // An invalid amount is a user error, so the toast has no failure title.
    if (code === 'not_an_amount') toast({ kind: 'error', text, id: 'wallet' })
    else toast({ kind: 'error', text: failureTitle, description: text, id: 'wallet' })
  }, [answer, failureTitle])
}
