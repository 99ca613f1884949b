import { type ComponentProps, createElement } from 'react'

type Node = readonly (readonly [tag: string, attributes: Record<string, string>])[]

/**
 * The build replaces `lucide-react` icons with this (`scripts/inline-icons.ts`): the same drawing, hidden from screen
 * readers unless it has a label.
 */
export function createIcon(node: Node) {
  return function Icon(props: ComponentProps<'svg'>) {
    const isNamed = 'aria-label' in props || 'role' in props
    return createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': isNamed ? undefined : true,
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }
}
