import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import { defaultZone, findZone } from '#kernel/zones.ts'

export const zoneCookieName = 'samjhao_zone'

const ZoneContext = createContext(defaultZone)

/** The zone in which times are shown to this viewer. */
export function useZone(): string {
  return useContext(ZoneContext)
}

/**
 * The page comes in the zone that the server knew, and React takes it over in the same one; then it goes over to the zone
 * of this browser, and a cookie tells the server for the next page.
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

/** Lasts as long as the visit. */
function ZoneCookie({ zone }: { zone: string }) {
  useEffect(() => {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    document.cookie = `${zoneCookieName}=${zone}; Path=/; SameSite=Lax${secure}`
  }, [zone])
  return null
}

/** Who travels, travels with the page out of sight. */
function onVisible(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
