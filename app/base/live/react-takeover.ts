declare global {
  interface Window {
    samjhaoTakeover?: AbortController
  }
}

/**
 * Is aborted when React has taken the page over. What kept the page true until then listens to the signal and ends; what
 * React has drawn listens too, and catches up with the page. The live script is a bundle of its own with a copy of this module, so
 * the two find the same controller on the window.
 */
export const reactTakeover =
  typeof window === 'undefined' ? new AbortController() : (window.samjhaoTakeover ??= new AbortController())
