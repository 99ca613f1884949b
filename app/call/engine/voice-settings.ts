/**
 * Below 25 kbit/s, Opus omits error correction (for sound up to 8 kHz, with 5 % loss and the low complexity of phones).
 * So the data saver does not lower this bitrate.
 */
export const voiceBitrate = 28_000
/**
 * Mono speech: in-band error correction repairs single lost packets, and pauses are hardly sent. For sound above 8 kHz
 * (a playback rate above 16,000), this bitrate has no room for the correction.
 */
const settings = {
  useinbandfec: '1',
  usedtx: '1',
  stereo: '0',
  maxaveragebitrate: String(voiceBitrate),
  maxplaybackrate: '16000',
}

/**
 * Adds these settings of Opus to a description that the other side has sent. They tell this browser how to encode, so
 * they also apply when the other side is an older page.
 */
export function addVoiceSettings(sdp: string): string {
  const opus = /^a=rtpmap:(\d+) opus\/48000\/2\r?$/im.exec(sdp)
  if (!opus) return sdp
  const [line, payload] = opus
  const format = new RegExp(`^a=fmtp:${payload} (.*?)\\r?$`, 'm')
  const given = format.exec(sdp)?.[1] ?? ''
  const names = Object.keys(settings)
  const kept = given.split(';').filter((part) => part !== '' && !names.includes(part.split('=')[0]?.trim() ?? ''))
  const parameters = [...kept, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)].join(';')
  const formatLine = `a=fmtp:${payload} ${parameters}\r`
  return format.test(sdp) ? sdp.replace(format, formatLine) : sdp.replace(line, `${line.trimEnd()}\r\n${formatLine}`)
}
