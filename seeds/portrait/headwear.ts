import type { Cloth } from '#seeds/portrait/colours.ts'
import type { HairLayers } from '#seeds/portrait/locks.ts'

export type Headwear = 'turban' | 'hijab' | 'veil'

/** A turban and a hijab stand in the place of hair, a veil (the end of a saree or a dupatta) lies over it. */
export const headwear: Record<Headwear, (cloth: Cloth) => HairLayers> = {
  turban: (cloth) => ({
    front: `
      <path d="M170 196C138 150 142 84 200 62C232 48 284 48 314 62C370 84 374 150 342 196C328 168 300 142 256 130C212 142 184 168 170 196Z" fill="${cloth.base}"/>
      <path d="M342 196C374 150 370 84 314 62C340 96 336 136 296 146C316 158 332 174 342 196Z" fill="${cloth.shade}" opacity=".75"/>
      <path d="M222 148C232 140 244 134 256 130C268 134 280 140 290 148C278 142 266 140 256 140C246 140 234 142 222 148Z" fill="${cloth.light}"/>
      <path d="M256 130C222 126 186 136 163 160M256 130C224 112 186 107 157 122M256 130C236 98 204 80 174 82M256 130C290 126 326 136 349 160M256 130C288 112 326 107 355 122M256 130C276 98 308 80 338 82" fill="none" stroke="${cloth.shade}" stroke-width="4.5" stroke-linecap="round"/>
      <path d="M196 80C206 70 222 64 240 62" fill="none" stroke="${cloth.light}" stroke-width="6" stroke-linecap="round"/>`,
  }),
  hijab: (cloth) => ({
    hidesEars: true,
    back: `<path d="M256 70C160 70 144 160 150 240C154 320 130 372 112 420H400C382 372 358 320 362 240C368 160 352 70 256 70Z" fill="${cloth.shade}"/>`,
    front: `
      <path fill-rule="evenodd" d="M256 72C166 70 150 152 154 232C156 292 176 346 256 366C336 346 356 292 358 232C362 152 346 70 256 72ZM256 128C300 128 328 160 330 210C332 262 306 322 256 324C206 322 180 262 182 210C184 160 212 128 256 128Z" fill="${cloth.base}"/>
      <path d="M182 210C184 160 212 128 256 128C300 128 328 160 330 210C322 168 298 142 256 142C214 142 190 168 182 210Z" fill="${cloth.shade}"/>
      <path d="M176 130C196 104 226 92 262 92" fill="none" stroke="${cloth.light}" stroke-width="6" stroke-linecap="round"/>`,
    over: `
      <path d="M168 296C130 350 112 400 116 500H398C396 400 372 340 346 292C330 340 290 352 256 350C220 350 186 336 168 296Z" fill="${cloth.base}"/>
      <path d="M346 292C330 352 270 400 190 396C280 424 356 396 374 352Z" fill="${cloth.shade}"/>
      <path d="M176 316C190 350 222 372 262 376" fill="none" stroke="${cloth.light}" stroke-width="5" stroke-linecap="round"/>`,
  }),
  veil: (cloth) => ({
    hidesEars: true,
    back: `<path d="M256 62C152 60 136 160 142 240C146 320 112 372 92 440H420C400 372 366 320 370 240C376 160 360 60 256 62Z" fill="${cloth.shade}"/>`,
    front: `
      <path d="M256 62C152 60 136 160 142 240C144 310 118 350 98 392C84 430 78 470 78 500H160C152 440 182 400 176 340C170 290 168 260 168 220C166 150 196 104 256 100C316 104 346 150 344 220C344 260 342 290 336 340C330 400 360 440 352 500H434C434 470 428 430 414 392C394 350 368 310 370 240C376 160 360 60 256 62Z" fill="${cloth.base}"/>
      <path d="M160 500C152 440 182 400 176 340C170 290 168 260 168 220C166 150 196 104 256 100C316 104 346 150 344 220C344 260 342 290 336 340C330 400 360 440 352 500" fill="none" stroke="${cloth.light}" stroke-width="6"/>
      <path d="M138 330C132 370 112 410 112 460M374 330C380 370 400 410 400 460" fill="none" stroke="${cloth.shade}" stroke-width="5" stroke-linecap="round"/>`,
  }),
}
