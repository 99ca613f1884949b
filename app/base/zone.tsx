import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import { defaultZone, findZone } from '#kernel/zones.ts'

export const zoneCookieName = 'samjhao_zone'

const ZoneContext = createContext(defaultZone)

/** The zone in which times are shown to this viewer. */
export function useZone(): string {
  return useContext(ZoneContext)
}

/**
 * Server rendering and hydration use the zone known to the server. Then the page switches to the browser's zone, and
 * a cookie stores it for the next request.
 */
export function ZoneProvider({ known, children }: { known: string; children: ReactNode }) {
  const browserZone = () => findZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? known
  const zone = useSyncExternalStore(onVisible, browserZone, () => known)
  return (
    <ZoneContext value={zone}>
      {children}
      <ZoneCookie zone={zone} />
    </ZoneContext>
  )
}

/** A session cookie. */
function ZoneCookie({ zone }: { zone: string }) {
  useEffect(() => {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    document.cookie = `${zoneCookieName}=${zone}; Path=/; SameSite=Lax${secure}`
  }, [zone])
  return null
}

/** The zone is read again when the tab becomes visible: the user may have travelled meanwhile. */
function onVisible(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
