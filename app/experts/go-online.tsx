import type { Online } from '#app/experts/use-online.ts'
import { Button } from '#app/ui/button.tsx'

/** A button that turns the online switch on. */
export function GoOnline({ online }: { online: Online }) {
  const { isSaving, Form, preventIfRefused, problem } = online
  return (
    <Form method="post" onSubmit={preventIfRefused}>
      <input type="hidden" name="online" value="true" />
      <Button type="submit" busy={isSaving}>
        Go Online
      </Button>
      {problem && <p className="mt-2 text-small text-bad">{problem}</p>}
    </Form>
  )
}
