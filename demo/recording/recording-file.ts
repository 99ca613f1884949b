/** The recording that demo experts send: made by `demo/recording/make-demo-recording.ts`, read by the demo process. */
export const recordingFile = new URL('./demo-call.webm', import.meta.url)

/** Picture and melody repeat with this period, so the recording can be cut anywhere. */
export const recordingLoopMs = 9_600
