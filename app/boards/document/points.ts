import { fromBase64, toBase64 } from '#app/boards/document/base64.ts'

/** A point of a stroke. Pressure is between 0 and 1; 0.5 for a mouse or a finger. */
export type InkPoint = readonly [x: number, y: number, pressure: number]

/** A quarter of a unit is finer than a pixel on every screen, and most steps between two points fit into one byte. */
const stepsPerUnit = 4
const pressureSteps = 63
/** Far beyond what anyone can scroll to. Our pages never send larger numbers. */
const coordinateMax = 1_000_000

/**
 * Encodes the points of a stroke as differences in base64, about four bytes a point. Positions are relative to
 * `origin`, so that moving a stroke does not change them.
 */
export function encodePoints(points: readonly InkPoint[], origin: { x: number; y: number }): string {
  const bytes: number[] = []
  let [lastX, lastY, lastPressure] = [0, 0, 0]
  for (const [pointX, pointY, pointPressure] of points) {
    const x = Math.round((pointX - origin.x) * stepsPerUnit)
    const y = Math.round((pointY - origin.y) * stepsPerUnit)
    const pressure = Math.round(pointPressure * pressureSteps)
    writeNumber(bytes, x - lastX)
    writeNumber(bytes, y - lastY)
    writeNumber(bytes, pressure - lastPressure)
    ;[lastX, lastY, lastPressure] = [x, y, pressure]
  }
  return toBase64(Uint8Array.from(bytes))
}

/** Returns null for a text that `encodePoints` cannot have written, or with more points than allowed. */
export function decodePoints(text: string, origin: { x: number; y: number }, maxPoints: number): InkPoint[] | null {
  const numbers = readNumbers(text, maxPoints * 3)
  if (!numbers || numbers.length === 0 || numbers.length % 3 !== 0) return null
  const points: InkPoint[] = []
  let [x, y, pressure] = [0, 0, 0]
  for (let index = 0; index < numbers.length; index += 3) {
    x += numbers[index] ?? 0
    y += numbers[index + 1] ?? 0
    pressure += numbers[index + 2] ?? 0
    if (Math.abs(x) > coordinateMax || Math.abs(y) > coordinateMax || pressure < 0 || pressure > pressureSteps)
      return null
    points.push([origin.x + x / stepsPerUnit, origin.y + y / stepsPerUnit, pressure / pressureSteps])
  }
  return points
}

/** Writes a number of any sign in groups of seven bits, the lowest first; small numbers take one byte. */
function writeNumber(bytes: number[], number: number): void {
  let rest = number < 0 ? -number * 2 - 1 : number * 2
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80)
    rest = Math.floor(rest / 0x80)
  }
  bytes.push(rest)
}

function readNumbers(text: string, maxCount: number): number[] | null {
  try {
    const numbers: number[] = []
    let [rest, scale] = [0, 1]
    for (const byte of fromBase64(text)) {
      rest += (byte % 0x80) * scale
      scale *= 0x80
      if (scale > 2 ** 35 || numbers.length > maxCount) return null
      if (byte >= 0x80) continue
      numbers.push(rest % 2 === 1 ? -(rest + 1) / 2 : rest / 2)
      ;[rest, scale] = [0, 1]
    }
    return scale === 1 && numbers.length <= maxCount ? numbers : null
  } catch {
    return null
  }
}
