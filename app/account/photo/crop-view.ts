import type { Crop } from '#kernel/crop.ts'
import { photoZoomMax } from '#kernel/limits.ts'

/** The view through the square window: its scale, and its centre as fractions of the picture. */
export type CropView = { zoom: number; x: number; y: number }

type PictureSize = { width: number; height: number }

export const initialView: CropView = { zoom: 1, x: 0.5, y: 0.5 }

/** Moves the window over the picture, in fractions of the window's own side. */
export function pan(view: CropView, picture: PictureSize, by: { right: number; down: number }): CropView {
  const side = windowSide(view, picture)
  return clampView({ ...view, x: view.x + by.right * side.ofWidth, y: view.y + by.down * side.ofHeight }, picture)
}

export function zoomTo(view: CropView, picture: PictureSize, zoom: number): CropView {
  return clampView({ ...view, zoom }, picture)
}

export function computeCrop(view: CropView, picture: PictureSize): Crop {
  const side = windowSide(view, picture)
  return {
    left: roundFraction(view.x - side.ofWidth / 2),
    top: roundFraction(view.y - side.ofHeight / 2),
    size: roundFraction(1 / view.zoom),
  }
}

/** Returns the picture's size and position in percent of the window's side. */
export function computePlacement(view: CropView, picture: PictureSize) {
  const { left, top } = computeCrop(view, picture)
  const side = windowSide(view, picture)
  const formatPercent = (value: number) => `${(value * 100).toFixed(3)}%`
  return {
    width: formatPercent(1 / side.ofWidth),
    height: formatPercent(1 / side.ofHeight),
    left: formatPercent(-left / side.ofWidth),
    top: formatPercent(-top / side.ofHeight),
  }
}

/** Clamps the view so that the window never extends beyond the picture. */
function clampView(view: CropView, picture: PictureSize): CropView {
  const zoom = clamp(view.zoom, 1, photoZoomMax)
  const side = windowSide({ ...view, zoom }, picture)
  return {
    zoom,
    x: clamp(view.x, side.ofWidth / 2, 1 - side.ofWidth / 2),
    y: clamp(view.y, side.ofHeight / 2, 1 - side.ofHeight / 2),
  }
}

/** The side of the window as fractions of the picture's width and height. */
function windowSide({ zoom }: CropView, { width, height }: PictureSize) {
  const side = Math.min(width, height) / zoom
  return { ofWidth: side / width, ofHeight: side / height }
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}

function roundFraction(value: number): number {
  return clamp(Number(value.toFixed(6)), 0, 1)
}
