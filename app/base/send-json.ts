import { isProxyResponse, networkProblem } from '#app/base/network-problem.ts'
import { reportNetwork } from '#app/base/network-report.ts'

export type Refused = { refusal: { code: string; text: string } }

/** Posts JSON. A refusal or a network failure is returned as a refusal with a text. */
export async function sendJson<Answer extends object>(path: string, body: object): Promise<Answer | Refused> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const isReached = !isProxyResponse(answer.status, answer.headers.get('Content-Type'))
    reportNetwork(isReached)
    if (!isReached) return networkProblem
    const responseBody: unknown = await answer.json()
    if (answer.ok) return responseBody as Answer
    return isRefused(responseBody) ? responseBody : brokenResponse
  } catch (error) {
    if (error instanceof TypeError) {
      reportNetwork(false)
      return networkProblem
    }
    if (error instanceof SyntaxError) return brokenResponse
    throw error
  }
}

const brokenResponse = { refusal: { code: 'broken', text: 'Something went wrong. Please try again.' } }

function isRefused(responseBody: unknown): responseBody is Refused {
  return typeof responseBody === 'object' && responseBody !== null && 'refusal' in responseBody
}
