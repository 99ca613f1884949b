import { Form } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextInput } from '#app/ui/text-input.tsx'

type SecondFactorStep =
  | { act: 'scan'; secret: string; picture: string; problem?: string }
  | { act: 'codes'; recoveryCodes: string[] }
  | undefined

type Props = { isOn: boolean; isMissing: boolean; step: SecondFactorStep }

/** Sets up a team member's authenticator: start, scan, confirm with a code, show the recovery codes. */
export function SecondFactor({ isOn, isMissing, step }: Props) {
  return (
    <Card as="section" className="mt-6">
      <CardHeader
        title="Authenticator"
        description="Log in with your password and a code from an app on your phone."
        action={isOn ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}
      />
      {isMissing && !step && (
        <Notice tone="bad" className="mt-5" title="Required for the team">
          You cannot open team pages until you set it up.
        </Notice>
      )}
      {step?.act === 'scan' && <Scan step={step} />}
      {step?.act === 'codes' && <Codes codes={step.recoveryCodes} />}
      {!isOn && !step && (
        <Form method="post" className="mt-5">
          <input type="hidden" name="act" value="start_second_factor" />
          <Button type="submit" variant="outline">
            Set up the authenticator
          </Button>
        </Form>
      )}
    </Card>
  )
}

function Scan({ step }: { step: Extract<SecondFactorStep, { act: 'scan' }> }) {
  const { secret, picture, problem } = step
  return (
    <div className="mt-5 space-y-5">
      <p className="text-soft">Scan this with the app, or type the key into the app. Then enter the code it shows.</p>
      <img src={picture} alt="QR code of the key" className="size-44 rounded-control bg-text p-2" />
      <p className="figures text-balance">{secret.replaceAll(/(.{4})/g, '$1 ').trim()}</p>
      <Form method="post" className="space-y-4">
        <input type="hidden" name="act" value="confirm_second_factor" />
        <input type="hidden" name="secret" value={secret} />
        <Field label="Code" error={problem} required>
          <TextInput name="code" inputMode="numeric" autoComplete="one-time-code" />
        </Field>
        <Button type="submit">Turn it on</Button>
      </Form>
    </div>
  )
}

function Codes({ codes }: { codes: string[] }) {
  return (
    <Notice
      tone="good"
      className="mt-5"
      title="The authenticator is on. Keep these recovery codes where you can find them without your phone"
      announce
    >
      <p>You can use each one once, instead of a code from the app. They are shown only now.</p>
      <ul className="figures mt-3 grid gap-x-6 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Notice>
  )
}
