import { useContext, useEffect } from 'react'
import { type Fetcher, UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'

/*
 * React Router's public hooks forget a fetcher as soon as its form has left the page and its answer is there, so none of them ever shows
 * that answer. The router itself does, but its context is not public. So this file alone uses it; its test fails when a version of the
 * library gives no such context, or tells its state in another way.
 */

/** Calls the listener with each answer that a fetcher has, by the key of the fetcher, at every change of the router's state. */
export function useFetcherAnswers(
  listener: (key: string, answer: NonNullable<Fetcher['data']>) => void,
): void {
  const router = useContext(DataRouterContext)?.router
  useEffect(
    () =>
      router?.subscribe(({ fetchers }) => {
        for (const [key, { data }] of fetchers) if (data) listener(key, data)
      }),
    [router, listener],
  )
}
