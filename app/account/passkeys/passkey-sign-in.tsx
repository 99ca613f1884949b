import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { networkProblem } from '#app/base/network-problem.ts'
import { useProduct } from '#app/base/product.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** Needs scripts and a browser with passkeys. The login form above needs neither. */
export function PasskeySignIn() {
  const isShown = useHydrated() && 'PublicKeyCredential' in window
  const { busy, problem, signIn } = usePasskeySignIn()
  if (!isShown) return null
  return (
    <div className="mt-6 space-y-4">
      {problem && (
        <Notice tone="bad" announce>
          {problem}
        </Notice>
      )}
      <Button variant="outline" className="w-full" busy={busy} onClick={() => void signIn()}>
        <KeyRound className="size-5" aria-hidden="true" />
        Log in with a passkey
      </Button>
    </div>
  )
}

function usePasskeySignIn() {
  const { origin } = useProduct()
  const submit = useSubmit()
  const isSending = useNavigation().formData?.has('passkey') ?? false
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function signIn() {
    setProblem(null)
    setIsAsking(true)
    // Loaded on use, so that the page stays small.
    const outcome = await import('#app/account/passkeys/ask-for-passkey.ts').then(
      ({ askForPasskey }) => askForPasskey(origin),
      () => ({ problem: networkProblem.refusal.text }),
    )
    setIsAsking(false)
    if ('problem' in outcome) setProblem(outcome.problem)
    else await submit({ passkey: outcome.response }, { method: 'post' })
  }
  return { busy: isAsking || isSending, problem, signIn }
}
