declare global {
  interface Window {
    samjhaoTakeover?: AbortController
  }
}

/**
 * Aborted when React has hydrated the page. The live script then stops, and React components read from the DOM what it
 * has changed. The live script is a separate bundle with its own copy of this module, so both share the controller on
 * the window.
 */
export const reactTakeover =
  typeof window === 'undefined' ? new AbortController() : (window.samjhaoTakeover ??= new AbortController())
