import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import { defaultZone, findZone } from '#kernel/zones.ts'

/** Over HTTPS with the prefix `__Host-`. The plain name is for plain HTTP and for tabs of older versions. */
export const zoneCookieNames = ['__Host-samjhao-zone', 'samjhao_zone'] as const

const ZoneContext = createContext(defaultZone)

/** The zone in which times are shown to this viewer. */
export function useZone(): string {
  return useContext(ZoneContext)
}

/**
 * Server rendering and hydration use the zone known to the server. Then the page switches to the browser's zone, and
 * a cookie stores it for the next request.
 */
export function ZoneProvider({ serverZone, children }: { serverZone: string; children: ReactNode }) {
  const browserZone = () => findZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? serverZone
  const zone = useSyncExternalStore(onVisible, browserZone, () => serverZone)
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
    document.cookie = zoneCookie({ zone, isHttps: location.protocol === 'https:' })
  }, [zone])
  return null
}

export function zoneCookie({ zone, isHttps }: { zone: string; isHttps: boolean }): string {
  const [secureName, plainName] = zoneCookieNames
  return `${isHttps ? secureName : plainName}=${zone}; Path=/; SameSite=Lax${isHttps ? '; Secure' : ''}`
}

/** The zone is read again when the tab becomes visible, because the user may have travelled. */
function onVisible(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
