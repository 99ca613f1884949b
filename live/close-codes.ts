/** WebSocket close codes of the server. In a separate file from the protocol, whose schemas not every page loads. */
export const closeCodes = {
  badMessage: 4400,
  signedOut: 4401,
  tooLong: 1009,
  tooFast: 4429,
  stopping: 1001,
  tryAgain: 1013,
} as const
