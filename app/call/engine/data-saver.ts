import { safeLocalStorage } from '#app/base/browser-memory.ts'

const storageKey = 'samjhao:data-saver'

/** The choice on this device. Until the user has chosen, the browser's own data saver decides. */
export function readDataSaver(): boolean {
  const chosen = safeLocalStorage.getItem(storageKey)
  return chosen === null ? readConnection()?.saveData === true : chosen === 'on'
}

export function rememberDataSaver(isOn: boolean): void {
  safeLocalStorage.setItem(storageKey, isOn ? 'on' : 'off')
}

/** Calls back when the browser may have moved to another network, until the signal is aborted. */
export function watchNetwork(onChange: () => void, signal: AbortSignal): void {
  readConnection()?.addEventListener?.('change', onChange, { signal })
  globalThis.addEventListener?.('online', onChange, { signal })
}

/** Only Chromium has `navigator.connection`. */
function readConnection(): (Partial<EventTarget> & { saveData?: boolean }) | undefined {
  return (navigator as Navigator & { connection?: EventTarget & { saveData?: boolean } }).connection
}
