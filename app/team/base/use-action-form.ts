import { useEffect } from 'react'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { toast } from '#app/ui/toast.ts'

/** Refusals caused by a colleague's earlier action. */
const staleCodes = new Set([
  'other_step',
  'refund_decided',
  'ticket_done',
  'session_moved_on',
  'person_moved_on',
  'review_moved_on',
  'summary_moved_on',
  'no_such_pair',
  'pair_moved_on',
  'correction_decided',
  'member_moved_on',
])

/** A form for a team action. A stale action unmounts the form, so its refusal is shown as a toast. */
export function useActionForm(options: Parameters<typeof useAnsweredForm>[0]) {
  const { id } = options
  const form = useAnsweredForm(options)
  const { answer } = form
  useEffect(() => {
    if (!answer || !('refusal' in answer) || !staleCodes.has(answer.refusal.code)) return
    toast({ kind: 'error', text: answer.refusal.text, id })
  }, [answer, id])
  return form
}
