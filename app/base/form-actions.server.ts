import type { DoneForm } from '#app/base/forms/form-answer.ts'
import { catchRefusal } from '#app/base/serve.server.ts'
import { Refusal } from '#kernel/refusals.ts'

/** For a page with several forms: runs the action named in the field `act`. Returns its success text or its refusal. */
export function runFormAction(form: FormData, actions: Record<string, () => Promise<string | DoneForm>>) {
  const name = String(form.get('act') ?? '')
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  const result = action ? action() : Promise.reject(new Refusal('invalid_input'))
  return catchRefusal(result.then((done): DoneForm => (typeof done === 'string' ? { done } : done)))
}
