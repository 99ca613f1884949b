/**
 * The square of a picture that somebody chose, in fractions of the picture as a person sees it: `left` of its width, `top` of
 * its height, `size` of its shorter side.
 */
export type Crop = { left: number; top: number; size: number }
