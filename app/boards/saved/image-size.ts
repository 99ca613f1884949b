/** Two pixels per unit show thin lines well, even in print. */
const scaleWanted = 2
/** Phones have no memory for larger pictures, and Safari has no canvas for them. */
const sideMax = 4_096
const areaMax = 10_000_000

/** The size of a picture of a part of the board, in pixels, and how many of them one unit has. */
export function imageSize(box: { width: number; height: number }): { scale: number; width: number; height: number } {
  const [width, height] = [Math.max(1, box.width), Math.max(1, box.height)]
  const scale = Math.min(scaleWanted, sideMax / Math.max(width, height), Math.sqrt(areaMax / (width * height)))
  const toPixels = (length: number) => Math.max(1, Math.min(sideMax, Math.round(length * scale)))
  return { scale, width: toPixels(width), height: toPixels(height) }
}
