import { Download } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ConfirmSubmit } from '#app/team/base/confirm-submit.tsx'
import { PasswordConfirmation } from '#app/team/base/password-confirmation.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { toast } from '#app/ui/toast.ts'
import type { Payouts, TeamWithdrawal } from '#domain/withdrawals/contract.ts'
import { formatRupees, paise } from '#kernel/money.ts'
import { counted } from '#kernel/count-text.ts'
import { plural } from '#kernel/plural.ts'

type Props = { id: string; chosen: TeamWithdrawal[]; payouts: Payouts }

/** Downloads the selected withdrawals as a file for the bank. Works without scripts. */
export function ExportForm({ id, chosen, payouts }: Props) {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    const failure = await download(new FormData(event.currentTarget))
    setBusy(false)
    setProblem(failure)
    if (!failure) toast({ kind: 'success', text: 'The file is in your downloads.', id: 'export' })
    await revalidate()
  }
  return (
    <Card as="section" className={chosen.length === 0 ? 'hidden' : 'mt-4 max-w-form'}>
      <CardHeader
        title="File for the bank"
        description={`Full account numbers of ${counted(chosen.length, 'approved withdrawal')}${payouts === 'demo' ? ' (demo, no bank involved)' : ''}. The audit log records the download.`}
      />
      <form id={id} method="post" action={exportPath} onSubmit={(event) => void send(event)} className="space-y-4">
        <PasswordConfirmation />
        <ErrorLine text={problem} />
        <ConfirmSubmit confirmText={exportText(chosen)} label="Download CSV" busy={busy}>
          <Download className="size-4" aria-hidden="true" />
          Download CSV
        </ConfirmSubmit>
      </form>
    </Card>
  )
}

function exportText(chosen: TeamWithdrawal[]): string {
  const total = formatRupees(paise(chosen.reduce((sum, { amount }) => sum + amount, 0)))
  const again = chosen.filter(({ exportedAt }) => exportedAt).length
  const warning =
    again === 0
      ? ''
      : ` Of these, ${again} ${plural(again, 'was', 'were')} exported before: the bank must not pay twice.`
  return `Write ${counted(chosen.length, 'withdrawal')} of ${total} in all into a file for the bank. The bank may pay them as soon as it has the file.${warning}`
}

const exportPath = '/team/withdrawals.csv'

/** Downloads the file and returns an error text on failure. */
async function download(form: FormData): Promise<string | undefined> {
  const answer = await fetch(exportPath, { method: 'POST', body: form }).catch(() => null)
  if (!answer) return 'Network error. Please check your connection and try again.'
  if (!answer.ok) {
    const body = (await answer.json().catch(() => null)) as { refusal?: { text: string } } | null
    return body?.refusal?.text ?? 'An unexpected error occurred. Please try again later.'
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await answer.blob())
  link.download = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? 'export.csv'
  link.click()
  URL.revokeObjectURL(link.href)
  return undefined
}
