import { Download } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { PasswordConfirmation } from '#app/team/base/password-confirmation.tsx'
import { periodText } from '#app/team/books/period-text.ts'
import { useShell } from '#app/team/base/use-shell.ts'
import { Button } from '#app/ui/button.tsx'
import { Table, Td, Th } from '#app/ui/table.tsx'
import type { SessionMonth } from '#domain/books/contract.ts'
import { formatCount } from '#kernel/count-text.ts'

/** A CSV file for each month. Downloads require a recently confirmed password. */
export function MonthExports({ months }: { months: SessionMonth[] }) {
  const { passwordIsRecent } = useShell()
  const files = useRef<HTMLDivElement>(null)
  return (
    <>
      {!passwordIsRecent && <PasswordForm returnTo={files} />}
      <div ref={files} tabIndex={-1}>
        <Table caption="Sessions by month" stack>
          <thead>
            <tr>
              <Th>Month</Th>
              <Th numeric>Settled sessions</Th>
              <Th>File</Th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, sessions }) => (
              <tr key={month}>
                <Th scope="row">{periodText(month)}</Th>
                <Td label="Settled sessions" numeric>
                  {formatCount(sessions)}
                </Td>
                <Td label="File">
                  {passwordIsRecent && sessions > 0 ? (
                    <a
                      href={`/team/money/sessions.csv?month=${month}`}
                      download
                      className="inline-flex min-h-11 items-center gap-1.5 font-semibold underline underline-offset-4 md:min-h-8"
                    >
                      <Download className="size-4" aria-hidden="true" />
                      CSV<span className="sr-only"> of {periodText(month)}</span>
                    </a>
                  ) : (
                    <span className="text-quiet">{sessions > 0 ? 'Password required' : 'Nothing to export'}</span>
                  )}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </>
  )
}

function PasswordForm({ returnTo }: { returnTo: RefObject<HTMLElement | null> }) {
  const { Form, busy, problem } = useAnsweredForm({ id: 'export', returnTo })
  return (
    <Form method="post" className="mb-4 max-w-form space-y-3">
      <PasswordConfirmation />
      <ErrorLine text={problem} />
      <Button type="submit" variant="outline" busy={busy}>
        Show files
      </Button>
    </Form>
  )
}
