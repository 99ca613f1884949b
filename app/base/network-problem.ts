import { data } from 'react-router'

export const networkProblem = {
  refusal: { code: 'network', text: 'Network error. Please check your connection and try again.' },
}

/**
 * A request that never reached the server is a problem of the form, not of the page: what was typed must stay. The status keeps
 * the router from asking the unreachable server for the page once more.
 */
export async function asNetworkProblem<Result>(request: Promise<Result>) {
  try {
    return await request
  } catch (error) {
    if (error instanceof TypeError) return data(networkProblem, { status: 503 })
    throw error
  }
}
