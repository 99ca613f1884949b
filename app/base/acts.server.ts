import { orRefusal } from '#app/base/serve.server.ts'
import { Refusal } from '#kernel/refusals.ts'

/** For a page with several forms, each of which names its act: what was done, in words, or why it was refused. */
export function answerAct(form: FormData, acts: Record<string, () => Promise<string>>) {
  const name = String(form.get('act') ?? '')
  const act = Object.hasOwn(acts, name) ? acts[name] : undefined
  const done = act ? act() : Promise.reject(new Refusal('invalid_input'))
  return orRefusal(done.then((words) => ({ done: words })))
}
