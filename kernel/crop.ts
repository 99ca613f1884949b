/**
 * The square that a person selected in a picture, in fractions of the upright picture: `left` of its width, `top` of
 * its height, `size` of its shorter side.
 */
export type Crop = { left: number; top: number; size: number }
