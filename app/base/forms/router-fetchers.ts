import { useEffect } from 'react'
import type { Fetcher } from 'react-router'
import { useDataRouter } from '#app/base/data-router.ts'

/**
 * Calls the listener with the key and the data of each fetcher, at every change of the router's state. React Router's
 * public hooks drop a fetcher once its form is unmounted and its response has arrived, so they never expose that
 * response.
 */
export function useFetcherAnswers(listener: (key: string, answer: NonNullable<Fetcher['data']>) => void): void {
  const router = useDataRouter()
  useEffect(
    () =>
      router?.subscribe(({ fetchers }) => {
        for (const [key, { data }] of fetchers) if (data) listener(key, data)
      }),
    [router, listener],
  )
}
