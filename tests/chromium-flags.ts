export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Cameras and microphones that show and say something of their own, with few pictures, because two cores draw them all. Who
  // shares the screen shares the page that asks.
  '--use-fake-device-for-media-stream=device-count=3,fps=5,display-media-type=browser',
  // Chromium without a window has nobody to ask, and devices only for pages that need not ask.
  '--use-fake-ui-for-media-stream',
]
