/** The worker is at the root, so that its scope covers all pages. */
export const workerPath = '/service-worker.js'
export const offlinePath = '/offline'
export const subscriptionPath = '/push-subscription'
export const receiptPath = '/push-receipt'
