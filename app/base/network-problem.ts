import { data } from 'react-router'

export const networkProblem = {
  refusal: { code: 'network', text: 'Network error. Please check your connection and try again.' },
}

/**
 * Turns a failed request into a form error instead of an error page, so that the input stays. The 503 status keeps
 * the router from revalidating against the unreachable server.
 */
export async function asNetworkProblem<Result>(request: Promise<Result>) {
  try {
    return await request
  } catch (error) {
    if (error instanceof TypeError) return data(networkProblem, { status: 503 })
    throw error
  }
}
