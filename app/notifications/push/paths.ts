/** At the root, so that all pages are its own. */
export const workerPath = '/service-worker.js'
export const offlinePath = '/offline'
export const subscriptionPath = '/push-subscription'
export const receiptPath = '/push-receipt'
