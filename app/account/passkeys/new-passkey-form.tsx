import { type FormEvent, useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import type { FormProblem } from '#app/account/login-form.tsx'
import { createPasskey, findPasskeyObstacle } from '#app/account/passkeys/ceremony.ts'
import { useAccountFormErrors } from '#app/account/use-account-form-errors.ts'
import { useProduct } from '#app/base/product.ts'
import { sendJson } from '#app/base/send-json.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PasswordInput } from '#app/ui/password-input.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { passkeyNameMaxLength } from '#kernel/limits.ts'

const fieldOf = { wrong_current_password: 'password' } as const

/** Asks for the password, lets the browser create a passkey, and sends it. Needs scripts and WebAuthn. */
export function NewPasskeyForm({ problem: refused }: { problem: FormProblem }) {
  const { origin } = useProduct()
  const isHydrated = useHydrated()
  const { busy, problem, add } = useNewPasskey()
  const answer = problem ?? refused
  const { form, errors, formError, check } = useAccountFormErrors({ password: 'password' }, { answer, fieldOf })
  if (!isHydrated) return null
  const obstacle = findPasskeyObstacle(origin)
  if (obstacle) return <p className="mt-5 text-small text-quiet wrap-anywhere">{obstacle}</p>
  const send = (event: FormEvent<HTMLFormElement>) => {
    check(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    void add(new FormData(event.currentTarget))
  }
  return (
    <form ref={form} method="post" noValidate onSubmit={send} className="mt-5 space-y-5">
      {formError && !busy && (
        <Notice tone="bad" announce>
          {formError}
        </Notice>
      )}
      <Field label="Name of the passkey" hint="Such as “My phone”. If empty, we use the name of the browser.">
        <TextInput name="name" maxLength={passkeyNameMaxLength} autoComplete="off" />
      </Field>
      <Field label="Current password" error={errors.password} required>
        <PasswordInput name="password" autoComplete="current-password" enterKeyHint="done" />
      </Field>
      <Button type="submit" variant="outline" busy={busy}>
        Add a passkey
      </Button>
    </form>
  )
}

function useNewPasskey() {
  const submit = useSubmit()
  const isSending = useNavigation().formData?.get('act') === 'add_passkey'
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<FormProblem>()
  async function add(form: FormData) {
    setProblem(undefined)
    setIsAsking(true)
    const answer = await sendJson<PublicKeyCredentialCreationOptionsJSON>('/new-passkey', {
      password: form.get('password'),
    })
    const outcome = 'refusal' in answer ? answer : await createPasskey(answer)
    setIsAsking(false)
    if ('refusal' in outcome) setProblem({ refusal: outcome.refusal })
    else if ('problem' in outcome) setProblem({ refusal: { code: 'passkey', text: outcome.problem } })
    else {
      const name = String(form.get('name') ?? '')
      await submit({ act: 'add_passkey', passkey: outcome.response, name }, { method: 'post' })
    }
  }
  return { busy: isAsking || isSending, problem, add }
}
