import { createContext, type ReactNode, useCallback, useMemo, useState } from 'react'
import { ShowFindContext, type StartedFind } from '#app/experts/open-request-context.ts'

type OwnFind = { started: StartedFind | null; forget(): void }

/** The search that this tab started since it was loaded. */
export const OwnFindContext = createContext<OwnFind>({ started: null, forget: () => undefined })

/** Lets the request dialog start a search, which `FindHost` shows. */
export function FindProvider({ children }: { children: ReactNode }) {
  const [started, setStarted] = useState<StartedFind | null>(null)
  const forget = useCallback(() => setStarted(null), [])
  const own = useMemo(() => ({ started, forget }), [started, forget])
  return (
    <ShowFindContext value={setStarted}>
      <OwnFindContext value={own}>{children}</OwnFindContext>
    </ShowFindContext>
  )
}
