/** Every colour of a portrait. They are calm and warm, and all of them stand out from the ink of the pages. */

export type Tone = { base: string; shade: string; deep: string; blush: string; lip: string }

export const skins = {
  fair: { base: '#f0c6a0', shade: '#dca67c', deep: '#b87850', blush: '#e58a6c', lip: '#bf5f55' },
  wheat: { base: '#e4b087', shade: '#cb9065', deep: '#a2673f', blush: '#d97a58', lip: '#b0524a' },
  honey: { base: '#d39a6b', shade: '#b87b4d', deep: '#8d552f', blush: '#c9684a', lip: '#a04a42' },
  tan: { base: '#bd8052', shade: '#a1653b', deep: '#774322', blush: '#b35638', lip: '#8f423a' },
  brown: { base: '#a36a43', shade: '#88532f', deep: '#61361b', blush: '#9c4830', lip: '#833b33' },
  umber: { base: '#875436', shade: '#6d4026', deep: '#4b2814', blush: '#853c27', lip: '#73332c' },
  deep: { base: '#6f432b', shade: '#57321e', deep: '#3a1f10', blush: '#703020', lip: '#662e28' },
} satisfies Record<string, Tone>

export const hairs = {
  black: { base: '#1f1b20', shine: '#37313a', brow: '#1d181b' },
  soft: { base: '#2a2220', shine: '#453833', brow: '#241c1a' },
  brown: { base: '#3f2b21', shine: '#5d4334', brow: '#33231b' },
  henna: { base: '#5a2c1c', shine: '#7d452e', brow: '#3a2018' },
  pepper: { base: '#4a484c', shine: '#85838a', brow: '#3a3739' },
  grey: { base: '#86858b', shine: '#acabb1', brow: '#5d5b5f' },
  silver: { base: '#c4c2c2', shine: '#e3e1e0', brow: '#8b888a' },
} satisfies Record<string, { base: string; shine: string; brow: string }>

/** Cloth: the colour, its folds, and what it looks like in the light. */
export const cloths = {
  marigold: { base: '#e0982a', shade: '#b97617', light: '#f2b656' },
  terracotta: { base: '#b4573a', shade: '#8c3f28', light: '#cf7557' },
  maroon: { base: '#7d2935', shade: '#5d1b26', light: '#9d4450' },
  rose: { base: '#bd6474', shade: '#984a5a', light: '#d68795' },
  plum: { base: '#6b3f66', shade: '#4f2c4b', light: '#8a5a85' },
  indigo: { base: '#353f78', shade: '#252d5a', light: '#525d9a' },
  navy: { base: '#26344f', shade: '#19233a', light: '#3d4d6c' },
  blue: { base: '#4a7297', shade: '#365777', light: '#6d93b5' },
  sky: { base: '#9dbdd3', shade: '#7b9db6', light: '#bdd6e6' },
  teal: { base: '#1f6b6b', shade: '#134f50', light: '#3a8b89' },
  peacock: { base: '#12647d', shade: '#0b495d', light: '#2f849d' },
  green: { base: '#3f6b4a', shade: '#2c5036', light: '#5d8a67' },
  olive: { base: '#75733f', shade: '#57562b', light: '#93915c' },
  mint: { base: '#9fc2ae', shade: '#7da38d', light: '#bfdacb' },
  cream: { base: '#efe4cf', shade: '#d4c4a6', light: '#faf3e5' },
  white: { base: '#f0efec', shade: '#cfcfd2', light: '#fcfbf9' },
  sand: { base: '#cdb088', shade: '#ad8f66', light: '#e2cbaa' },
  grey: { base: '#7d828c', shade: '#5f646e', light: '#9ba0a9' },
  charcoal: { base: '#34373f', shade: '#24262d', light: '#4d515a' },
  coffee: { base: '#5a4034', shade: '#422d24', light: '#785a4b' },
  lilac: { base: '#a493bf', shade: '#84739f', light: '#c2b4d8' },
  coral: { base: '#d9775c', shade: '#b55a41', light: '#eb9a83' },
  gold: { base: '#d9ab4e', shade: '#b0842f', light: '#efcd82' },
} satisfies Record<string, Cloth>
export type Cloth = { base: string; shade: string; light: string }

/** Behind the person: the wall, and the light on it that lifts dark hair off it. */
export const backdrops = {
  clay: { wall: '#7d4a36', light: '#a3684d' },
  ochre: { wall: '#8a6423', light: '#b58a3e' },
  sage: { wall: '#4c6250', light: '#71896f' },
  pine: { wall: '#274a44', light: '#47716a' },
  lagoon: { wall: '#285a66', light: '#4b828c' },
  dusk: { wall: '#3a4a6b', light: '#60739a' },
  slate: { wall: '#454f5f', light: '#6c7888' },
  plum: { wall: '#553b56', light: '#7d607c' },
  rosewood: { wall: '#6f3f47', light: '#9a656a' },
  moss: { wall: '#5c5c33', light: '#87864f' },
  sand: { wall: '#8c7456', light: '#b59c78' },
  rust: { wall: '#8a4526', light: '#b56c44' },
} satisfies Record<string, { wall: string; light: string }>

export type SkinName = keyof typeof skins
export type HairColour = keyof typeof hairs
export type ClothName = keyof typeof cloths
export type BackdropName = keyof typeof backdrops
