/**
 * Is aborted when React has taken the page over. What kept the page true until then listens to the signal and ends; what
 * React has drawn listens too, and catches up with the page.
 */
export const takeover = new AbortController()
