import { networkProblem } from '#app/base/network-problem.ts'

export type Refused = { refusal: { code: string; text: string } }

/** Asks the server for something by a script. What it refuses, and what never reached it, comes as a refusal in words. */
export async function sendJson<Answer extends object>(path: string, body: object): Promise<Answer | Refused> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const said: unknown = await answer.json()
    if (answer.ok) return said as Answer
    return isRefused(said) ? said : broken
  } catch (error) {
    if (error instanceof TypeError) return networkProblem
    if (error instanceof SyntaxError) return broken
    throw error
  }
}

const broken = { refusal: { code: 'broken', text: 'Something went wrong. Please try again.' } }

function isRefused(said: unknown): said is Refused {
  return typeof said === 'object' && said !== null && 'refusal' in said
}
