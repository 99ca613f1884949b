/** WebSocket close codes of the server. They are not in `protocol.ts`, because some pages do not load its schemas. */
export const closeCodes = {
  badMessage: 4400,
  signedOut: 4401,
  tooLong: 1009,
  tooFast: 4429,
  stopping: 1001,
  tryAgain: 1013,
} as const
