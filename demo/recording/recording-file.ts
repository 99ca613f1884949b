/** What a demo expert shows and plays: made by `demo/recording/make-demo-recording.ts`, read by the demo process. */
export const recordingFile = new URL('./demo-call.webm', import.meta.url)

/** Picture and melody begin anew after so long, wherever one cuts. */
export const recordingLoopMs = 9_600
