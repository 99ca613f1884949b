export type Hair = { base: string; shine: string }

/** What is behind the neck and the clothes, what lies on the head, and what falls over the shoulders. */
export type HairLayers = { back?: string; front: string; over?: string; hidesEars?: boolean }

export function curls(hair: Hair, balls: [number, number, number][]): string {
  const round = balls.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join('')
  const glints = balls
    .map(
      ([x, y, r]) =>
        `M${x - r * 0.5} ${y - r * 0.1}A${r * 0.52} ${r * 0.52} 0 0 1 ${x + r * 0.25} ${y - r * 0.45}`,
    )
    .join('')
  return `<g fill="${hair.base}">${round}</g>${shineOn(hair, glints)}`
}

export function lock(hair: Hair, shape: string, shine: string): string {
  return fill(hair, shape) + shineOn(hair, shine)
}

export function fill(hair: Hair, shape: string): string {
  return `<path d="${shape}" fill="${hair.base}"/>`
}

export function shineOn(hair: Hair, shine: string, width = 5): string {
  return `<path d="${shine}" fill="none" stroke="${hair.shine}" stroke-width="${width}" stroke-linecap="round"/>`
}
