export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Fake cameras and microphones at a low frame rate, because two cores render everything. Screen sharing shares the
  // requesting page.
  '--use-fake-device-for-media-stream=device-count=3,fps=5,display-media-type=browser',
  // Headless Chromium shows no permission prompt, so grant device access without one.
  '--use-fake-ui-for-media-stream',
]
