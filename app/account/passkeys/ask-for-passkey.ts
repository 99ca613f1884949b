import { choosePasskey, findPasskeyObstacle, type Outcome } from '#app/account/passkeys/ceremony.ts'
import { sendJson } from '#app/base/send-json.ts'

/** Gets a challenge from the server and lets the user sign it with a passkey. */
export async function askForPasskey(origin: string): Promise<Outcome> {
  const obstacle = findPasskeyObstacle(origin)
  if (obstacle) return { problem: obstacle }
  const answer = await sendJson<PublicKeyCredentialRequestOptionsJSON>('/passkey-challenge', {})
  return 'refusal' in answer ? { problem: answer.refusal.text } : choosePasskey(answer)
}
