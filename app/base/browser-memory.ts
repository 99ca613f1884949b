export type SafeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Wraps storage so that it never throws: when it is disabled or full, nothing is stored. */
function safeStorage(find: () => Storage): SafeStorage {
  return {
    getItem(key) {
      try {
        return find().getItem(key)
      } catch {
        return null
      }
    },
    setItem(key, value) {
      try {
        find().setItem(key, value)
      } catch {
        return
      }
    },
    removeItem(key) {
      try {
        find().removeItem(key)
      } catch {
        return
      }
    },
  }
}

/** Survives a reload of this tab, and nothing more. */
export const safeSessionStorage = safeStorage(() => sessionStorage)
/** Shared by all tabs of this browser, until the user clears it. */
export const safeLocalStorage = safeStorage(() => localStorage)
