export type SafeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Storage can be switched off or full. Then nothing is remembered, and nothing else is wrong. */
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

/** What outlives a reload of this tab, and nothing more. */
export const safeSessionStorage = safeStorage(() => sessionStorage)
/** What every tab of this browser knows, until somebody clears it. */
export const safeLocalStorage = safeStorage(() => localStorage)
