export type SafeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Wraps storage so that it never throws: when it is disabled or full, nothing is stored. */
function safeStorage(getStorage: () => Storage): SafeStorage {
  function attempt<Result>(action: (storage: Storage) => Result): Result | null {
    try {
      return action(getStorage())
    } catch {
      return null
    }
  }
  return {
    getItem: (key) => attempt((storage) => storage.getItem(key)),
    setItem: (key, value) => void attempt((storage) => storage.setItem(key, value)),
    removeItem: (key) => void attempt((storage) => storage.removeItem(key)),
  }
}

/** Kept for this tab until it is closed. */
export const safeSessionStorage = safeStorage(() => sessionStorage)
/** Shared by all tabs of this browser and kept until the user clears it. */
export const safeLocalStorage = safeStorage(() => localStorage)

/** Deletes the account's drafts and choices from the storage of this tab. */
export function clearTab(): void {
  try {
    const ownKeys = Object.keys(sessionStorage).filter((key) => key.startsWith('samjhao:'))
    for (const key of ownKeys) sessionStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to delete.
  }
}
