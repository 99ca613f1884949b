import { arrow, curve, formula, ink, line, marker, rectangle, text } from '#demo/past/boards/ink.ts'
import type { PastPage } from '#demo/past/boards/past-board.ts'

/** A mass on a spring, pulled to the right: the force points back. */
export const spring: PastPage[] = [
  {
    paper: 'grid',
    drawings: [
      {
        by: 'expert',
        elements: [
          line('ink', [40, 60], [0, 120]),
          line('ink', [40, 180], [440, 0]),
          ink(
            'ink',
            curve(120, (part) => [40 + part * 240, 130 + Math.sin(part * 18 * Math.PI) * 18]),
            3,
          ),
          rectangle('blue', [280, 90], [90, 88]),
          text('blue', [310, 118], 'm'),
          line('green', [200, 190], [0, 60]),
          text('green', [150, 256], 'x = 0, here it rests'),
          arrow('green', [200, 225], [120, 0]),
          arrow('red', [278, 70], [-110, 0]),
          text('red', [150, 34], 'Force: home!'),
        ],
      },
      { by: 'student', elements: [text('purple', [400, 100], 'So the minus\nmeans: against x?')] },
      {
        by: 'expert',
        elements: [
          formula('red', [60, 310], 'F = -k\\,x'),
          formula('ink', [220, 310], '\\Rightarrow\\quad m\\,\\ddot{x} = -k\\,x'),
          formula('ink', [60, 370], 'x(t) = A\\cos(\\omega t),\\qquad \\omega = \\sqrt{\\frac{k}{m}}'),
          marker('orange', [
            [58, 326],
            [120, 324],
            [180, 328],
          ]),
        ],
      },
    ],
  },
]

/** A stone that is thrown from a cliff: one page with the drawing, one with the numbers. */
export const projectile: PastPage[] = [
  {
    paper: 'plain',
    drawings: [
      {
        by: 'expert',
        elements: [
          ink('ink', [
            [20, 150],
            [90, 152],
            [158, 149],
            [162, 210],
            [157, 280],
            [161, 350],
          ]),
          line('ink', [160, 350], [380, 0]),
          ink(
            'blue',
            curve(50, (part) => [160 + part * 340, 148 - part * 190 + part ** 2 * 392]),
          ),
          arrow('red', [160, 148], [90, -50]),
          formula('red', [190, 58], 'v_0'),
          arrow('green', [160, 148], [90, 0]),
          formula('green', [180, 158], 'v_0\\cos\\alpha'),
          arrow('orange', [160, 148], [0, -50]),
          formula('orange', [60, 92], 'v_0\\sin\\alpha'),
          text('ink', [60, 240], 'h = 45 m'),
        ],
      },
      {
        by: 'student',
        elements: [
          text('purple', [330, 90], 'Sideways nothing pulls,\nso that speed stays!'),
          line('purple', [488, 337], [24, 26]),
          line('purple', [512, 337], [-24, 26]),
        ],
      },
    ],
  },
  {
    paper: 'ruled',
    drawings: [
      {
        by: 'expert',
        elements: [
          text('green', [30, 20], 'x: no force'),
          formula('green', [30, 60], 'x = v_0\\cos\\alpha\\;t'),
          text('orange', [300, 20], 'y: only gravity'),
          formula('orange', [300, 60], 'y = h + v_0\\sin\\alpha\\;t - \\frac{g\\,t^2}{2}'),
          line('ink', [20, 120], [560, 0]),
          text('ink', [30, 140], '20 m/s at 30°, from 45 m. When is y = 0?'),
        ],
      },
      {
        by: 'student',
        elements: [
          formula('purple', [30, 190], '0 = 45 + 10\\,t - 5\\,t^2'),
          formula('purple', [30, 240], 't = 1 + \\sqrt{10} \\approx 4.2\\,\\text{s}'),
          formula('purple', [30, 300], 'x = 20\\cos 30^\\circ \\cdot 4.2 \\approx 72\\,\\text{m}'),
        ],
      },
      {
        by: 'expert',
        elements: [
          ink(
            'green',
            [
              [430, 305],
              [442, 322],
              [470, 280],
            ],
            7,
          ),
        ],
      },
    ],
  },
]

/** The waves that fit into a pipe with one closed end. */
export const standingWaves: PastPage[] = [
  {
    paper: 'plain',
    drawings: [
      {
        by: 'expert',
        elements: [1, 3, 5].flatMap((quarters, row) => {
          const top = 20 + row * 110
          const wave = (sign: number) =>
            ink(
              quarters === 1 ? 'orange' : quarters === 3 ? 'green' : 'blue',
              curve(60, (part) => [60 + part * 300, top + 35 + sign * Math.sin((part * quarters * Math.PI) / 2) * 28]),
              3,
            )
          return [
            line('ink', [60, top], [300, 0]),
            line('ink', [60, top + 70], [300, 0]),
            line('ink', [60, top], [0, 70]),
            wave(1),
            wave(-1),
            formula('ink', [390, top + 10], `\\lambda = \\frac{4L}{${quarters}}`, 22),
          ]
        }),
      },
      {
        by: 'student',
        elements: [
          text('purple', [60, 350], 'Closed end: no movement.\nOpen end: most movement.'),
          text('purple', [60, 420], 'So L has 1, 3, 5 quarters of a wave.'),
        ],
      },
      {
        by: 'expert',
        elements: [
          formula('red', [60, 470], 'f_n = \\frac{n\\,v}{4L},\\qquad n = 1, 3, 5, \\dots'),
          text('ink', [60, 530], 'शाबाश! Even numbers would need\na quarter to be a half.'),
        ],
      },
    ],
  },
]
