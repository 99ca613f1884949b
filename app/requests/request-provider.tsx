import { createContext, type ReactNode, useCallback, useMemo, useState } from 'react'
import { ShowRequestContext, type StartedRequest } from '#app/experts/open-request-context.ts'

type OwnRequest = { started: StartedRequest | null; forget(): void }

/** The request that this tab started since it was loaded. */
export const OwnRequestContext = createContext<OwnRequest>({ started: null, forget: () => undefined })

/** Lets the request dialog start a request, which `RequestHost` shows. */
export function RequestProvider({ children }: { children: ReactNode }) {
  const [started, setStarted] = useState<StartedRequest | null>(null)
  const forget = useCallback(() => setStarted(null), [])
  const own = useMemo(() => ({ started, forget }), [started, forget])
  return (
    <ShowRequestContext value={setStarted}>
      <OwnRequestContext value={own}>{children}</OwnRequestContext>
    </ShowRequestContext>
  )
}
