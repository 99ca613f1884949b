import { useEffect, useState } from 'react'

/** The devices that are plugged in. Browsers hide them until the user has allowed one. */
export function useDeviceList(): MediaDeviceInfo[] {
  const [devices, setDevices] = useState<MediaDeviceInfo[]>([])
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const updateDevices = async () => {
      const found = await navigator.mediaDevices.enumerateDevices()
      if (!signal.aborted) setDevices(found.filter(({ deviceId }) => deviceId !== ''))
    }
    void updateDevices()
    navigator.mediaDevices.addEventListener('devicechange', () => void updateDevices(), { signal })
    return () => listening.abort()
  }, [])
  return devices
}
