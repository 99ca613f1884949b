import { randomUUID } from 'node:crypto'
import { Form, redirect, useNavigation } from 'react-router'
import { catchRefusal, readForm, serve } from '#app/base/serve.server.ts'
import { DetailFields } from '#app/team/applications/detail-fields.tsx'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { enterApplication } from '#domain/applications/enter-application.server.ts'
import { applicationReplyHours } from '#kernel/limits.ts'
import { kolkataInputValue, readKolkataInput } from '#kernel/time.ts'
import type { Route } from './+types/application-new.route'

/** The loader creates the id, so that submitting the form twice creates one application. */
export const loader = serve('prepareExperts', async ({ context }) => ({
  id: randomUUID(),
  now: kolkataInputValue(context.clock.now()),
}))

export const action = serve('prepareExperts', async ({ context }, { request }: Route.ActionArgs) => {
  const form = await readForm(request)
  const readText = (name: string) => String(form.get(name) ?? '')
  const entered = enterApplication(context, {
    id: readText('id'),
    fullName: readText('fullName'),
    email: readText('email'),
    phone: readText('phone'),
    category: readText('category'),
    notes: readText('notes'),
    receivedAt: readKolkataInput(readText('receivedAt')),
  })
  return catchRefusal(entered.then((id) => redirect(`/team/applications/${id}`)))
})

/** A reload would replace the id, and submitting again could create a second application. */
export const shouldRevalidate = () => false

export default function NewApplication({ loaderData: { id, now }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  return (
    <div className="max-w-prose">
      <BackLink to="/team/applications">Back to the applications</BackLink>
      <TeamHeading title="Enter an application">Documents can be added in the next step.</TeamHeading>
      <Card>
        <Form method="post" className="grid gap-4">
          <input type="hidden" name="id" value={id} />
          <DetailFields />
          <Field
            label="Received (Indian time)"
            hint={`The ${applicationReplyHours}-hour reply deadline starts at this time.`}
            required
          >
            <TextInput name="receivedAt" type="datetime-local" defaultValue={now} max={now} />
          </Field>
          <ErrorLine text={actionData && 'refusal' in actionData ? actionData.refusal.text : undefined} />
          <Button type="submit" busy={busy} className="justify-self-start">
            Enter
          </Button>
        </Form>
      </Card>
    </div>
  )
}
