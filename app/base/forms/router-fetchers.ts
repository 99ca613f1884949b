import { useContext, useEffect } from 'react'
import { type Fetcher, UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'

/*
 * React Router's public hooks drop a fetcher once its form is unmounted and its response has arrived, so they never
 * expose that response. The router does, but its context is not public. Only this file uses it. Its test fails when a
 * library version removes the context or changes its state.
 */

/** Calls the listener with the key and the data of each fetcher, at every change of the router's state. */
export function useFetcherAnswers(listener: (key: string, answer: NonNullable<Fetcher['data']>) => void): void {
  const router = useContext(DataRouterContext)?.router
  useEffect(
    () =>
      router?.subscribe(({ fetchers }) => {
        for (const [key, { data }] of fetchers) if (data) listener(key, data)
      }),
    [router, listener],
  )
}
