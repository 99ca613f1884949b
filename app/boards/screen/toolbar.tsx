import {
  Circle,
  Eraser,
  Highlighter,
  Move,
  MoveUpRight,
  Pen,
  Pointer,
  Redo2,
  Sigma,
  Slash,
  Square,
  Type,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { colours } from '#app/boards/document/elements.ts'
import { type BoardViewState, type Size, sizes, type Tool } from '#app/boards/drawing/board-view.ts'
import { colourNames, shadeOf, type Theme } from '#app/boards/drawing/palette.ts'
import { ChoiceBar } from '#app/boards/screen/choice-bar.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'

/** No shortcut is a letter, because letters are shortcuts of the call. */
export const toolChoices: { value: Tool; label: string; icon: ReactNode; shortcut?: string }[] = [
  { value: 'pen', label: 'Pen', icon: <Pen />, shortcut: '1' },
  { value: 'marker', label: 'Marker', icon: <Highlighter />, shortcut: '2' },
  { value: 'eraser', label: 'Eraser', icon: <Eraser />, shortcut: '3' },
  { value: 'text', label: 'Text', icon: <Type />, shortcut: '4' },
  { value: 'formula', label: 'Formula', icon: <Sigma />, shortcut: '5' },
  { value: 'line', label: 'Line', icon: <Slash />, shortcut: '6' },
  { value: 'arrow', label: 'Arrow', icon: <MoveUpRight />, shortcut: '7' },
  { value: 'rectangle', label: 'Rectangle', icon: <Square />, shortcut: '8' },
  { value: 'ellipse', label: 'Ellipse', icon: <Circle />, shortcut: '9' },
  { value: 'laser', label: 'Laser pointer', icon: <Pointer />, shortcut: '0' },
  { value: 'move', label: 'Move', icon: <Move />, shortcut: '.' },
]

const sizeNames: Record<Size, string> = { thin: 'Thin', medium: 'Medium', thick: 'Thick' }

type Props = {
  state: Pick<BoardViewState, 'tool' | 'colour' | 'size'>
  theme: Theme
  canUndo: boolean
  canRedo: boolean
  onChange(changes: Partial<Pick<BoardViewState, 'tool' | 'colour' | 'size'>>): void
  onUndo(): void
  onRedo(): void
}

export function Toolbar({ state, theme, canUndo, canRedo, onChange, onUndo, onRedo }: Props) {
  return (
    // On a phone, rows of eight buttons: everything is visible without scrolling.
    <div className="flex shrink-0 justify-center border-t border-line px-1">
      <div className="flex flex-wrap justify-center max-md:max-w-88 md:gap-x-3">
        <ChoiceBar label="Tool" choices={toolChoices} value={state.tool} onChoose={(tool) => onChange({ tool })} />
        <div className="flex">
          <IconButton
            label="Undo"
            icon={<Undo2 className="size-5" aria-hidden="true" />}
            disabled={!canUndo}
            onClick={onUndo}
          />
          <IconButton
            label="Redo"
            icon={<Redo2 className="size-5" aria-hidden="true" />}
            disabled={!canRedo}
            onClick={onRedo}
          />
        </div>
        <ChoiceBar
          label="Width"
          choices={(Object.keys(sizes) as Size[]).map((size) => ({
            value: size,
            label: sizeNames[size],
            icon: <span className="w-5 rounded-full bg-current" style={{ height: sizes[size] }} />,
          }))}
          value={state.size}
          onChoose={(size) => onChange({ size })}
        />
        <ChoiceBar
          label="Colour"
          choices={colours.map((colour) => ({
            value: colour,
            label: colourNames[colour],
            icon: (
              <span
                className="size-5 rounded-full border border-line-strong"
                style={{ background: shadeOf(colour, theme) }}
              />
            ),
          }))}
          value={state.colour}
          onChoose={(colour) => onChange({ colour })}
        />
      </div>
    </div>
  )
}
