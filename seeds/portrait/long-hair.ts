import { curls, fill, type Hair, lock, shineOn } from '#seeds/portrait/locks.ts'
import { both } from '#seeds/portrait/mirror.ts'

export const longHair = {
  long: (hair: Hair) => ({
    hidesEars: true,
    back: fill(
      hair,
      'M256 84C184 82 156 134 156 214C156 300 140 352 138 424C190 452 322 452 374 424C372 352 356 300 356 214C356 134 328 82 256 84Z',
    ),
    front: curtains(hair),
    over: both(
      fill(
        hair,
        'M166 190C154 260 158 320 140 380C134 412 152 440 180 452C202 410 200 350 192 306C184 268 180 240 181 206Z',
      ) + shineOn(hair, 'M170 300C170 340 160 370 158 404'),
    ),
  }),
  waves: (hair: Hair) => ({
    hidesEars: true,
    back: fill(
      hair,
      'M256 82C180 80 152 136 154 210C154 244 136 262 140 296C144 322 126 338 132 372C138 402 160 416 190 416H322C352 416 374 402 380 372C386 338 368 322 372 296C376 262 358 244 358 210C360 136 332 80 256 82Z',
    ),
    front: sideSweep(hair),
    over: both(
      fill(
        hair,
        'M166 200C152 244 138 262 142 298C146 326 128 342 136 376C142 400 164 418 190 412C204 396 196 372 190 352C184 330 200 312 194 286C188 260 180 240 181 210Z',
      ) + shineOn(hair, 'M166 262C156 288 172 306 164 332C158 352 168 368 172 384'),
    ),
  }),
  bob: (hair: Hair) => ({
    hidesEars: true,
    back: fill(
      hair,
      'M256 82C178 82 152 138 154 216C154 262 150 290 148 316C170 336 204 338 256 338C308 338 342 336 364 316C362 290 358 262 358 216C360 138 334 82 256 82Z',
    ),
    front:
      sideSweep(hair) +
      both(fill(hair, 'M168 196C158 240 158 284 148 318C166 332 186 334 198 328C196 290 184 250 181 208Z')),
  }),
  bangs: (hair: Hair) => ({
    hidesEars: true,
    back: fill(
      hair,
      'M256 82C178 82 152 138 154 216C154 280 146 330 142 388C176 402 336 402 370 388C366 330 358 280 358 216C360 138 334 82 256 82Z',
    ),
    front: lock(
      hair,
      'M168 226C156 150 180 84 256 84C332 84 356 150 344 226C340 212 336 196 332 180C312 188 286 186 270 178C246 190 210 188 182 176C178 194 172 212 168 226Z',
      'M196 130C220 108 266 104 300 118',
    ),
    over: both(
      fill(hair, 'M168 190C156 260 158 330 142 386C154 396 172 399 188 394C190 340 174 270 178 206Z'),
    ),
  }),
  bun: (hair: Hair) => ({
    back: `<circle cx="256" cy="88" r="35" fill="${hair.base}"/>${shineOn(hair, 'M236 78C244 66 268 64 278 78')}`,
    front: tiedBack(hair),
  }),
  knot: (hair: Hair) => ({
    back: `<ellipse cx="336" cy="272" rx="34" ry="38" fill="${hair.base}"/>${shineOn(hair, 'M340 248C356 252 362 270 356 288')}`,
    front: tiedBack(hair),
  }),
  tied: (hair: Hair) => ({ front: tiedBack(hair) }),
  braid: (hair: Hair) => ({
    back: fill(hair, 'M240 200L262 330C310 344 366 320 356 210L330 150Z'),
    front: tiedBack(hair),
    over: plait(hair),
  }),
  ponytail: (hair: Hair) => ({
    back:
      fill(
        hair,
        'M296 112C334 88 374 120 380 182C386 240 370 300 388 366C390 384 378 396 362 400C346 384 348 350 342 310C334 250 350 190 316 150Z',
      ) + shineOn(hair, 'M352 140C368 176 358 230 362 282C364 310 370 334 370 360'),
    front: tiedBack(hair),
  }),
  nape: (hair: Hair) => ({
    back: fill(
      hair,
      'M176 200C170 240 168 262 178 286C168 322 198 350 256 350C314 350 344 322 334 286C344 262 342 240 336 200Z',
    ),
    front: sideSweep(hair, 214),
  }),
  tucked: (hair: Hair) => ({
    back: fill(
      hair,
      'M256 82C180 82 154 138 158 216C160 280 140 320 146 362C168 376 344 376 366 362C372 320 352 280 354 216C358 138 332 82 256 82Z',
    ),
    front: sideSweep(hair, 212),
  }),
  mane: (hair: Hair) => ({
    back: fill(
      hair,
      'M256 82C184 82 158 132 158 206C158 262 140 300 146 344C170 362 204 350 256 350C308 350 342 362 366 344C372 300 354 262 354 206C354 132 328 82 256 82Z',
    ),
    front: curtains(hair),
  }),
  ringlets: (hair: Hair) => ({
    back: curls(hair, [
      [256, 100, 46],
      [210, 110, 42],
      [302, 110, 42],
      [176, 148, 40],
      [336, 148, 40],
      [160, 200, 38],
      [352, 200, 38],
      [154, 252, 38],
      [358, 252, 38],
      [156, 302, 38],
      [356, 302, 38],
      [172, 346, 34],
      [340, 346, 34],
      [206, 330, 40],
      [306, 330, 40],
    ]),
    front: curls(hair, [
      [184, 176, 19],
      [192, 150, 22],
      [214, 130, 23],
      [242, 120, 22],
      [272, 120, 22],
      [300, 132, 22],
      [320, 152, 21],
      [330, 178, 18],
    ]),
  }),
}

function curtains(hair: Hair): string {
  return both(
    fill(hair, 'M257 88C196 84 160 128 164 226C172 214 178 204 184 192C216 176 248 150 257 114Z') +
      shineOn(hair, 'M240 108C210 118 188 144 180 174'),
  )
}

/** Parted on the left and swept over; `to` is how far down the temples it reaches. */
function sideSweep(hair: Hair, to = 226): string {
  return lock(
    hair,
    `M168 ${to}C154 140 190 82 262 84C336 86 358 150 344 ${to}C338 208 334 194 330 178C296 172 250 156 226 124C214 154 196 176 182 190C178 202 174 212 168 ${to}Z`,
    'M240 112C262 136 298 148 328 152',
  )
}

function tiedBack(hair: Hair): string {
  return both(
    fill(hair, 'M257 94C200 90 162 130 172 216C178 210 181 200 183 190C204 170 240 152 257 120Z') +
      shineOn(hair, 'M244 108C216 116 192 138 184 166'),
  )
}

function plait(hair: Hair): string {
  const knots = [0, 1, 2, 3, 4, 5].map((step) => {
    const [x, y] = [352 - step * 2, 304 + step * 32]
    const wide = 15 - step * 0.6
    const strand = (at: number, down: number, turn: number) =>
      `<ellipse cx="${at}" cy="${y + down}" rx="${wide}" ry="24" transform="rotate(${turn} ${at} ${y + down})" fill="${hair.base}"/>`
    return `${strand(x - 8, 0, -30)}${strand(x + 8, 10, 30)}${shineOn(hair, `M${x - 14} ${y + 8}L${x - 3} ${y - 9}`, 4)}`
  })
  return fill(hair, 'M338 186C352 226 372 262 364 306L340 314C338 280 340 240 332 206Z') + knots.join('')
}
