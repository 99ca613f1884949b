import type { HTMLAttributes } from 'react'

export type Presence = 'online' | 'busy' | 'offline'

type Props = HTMLAttributes<HTMLElement> & {
  as?: 'span' | 'p'
  presence: Presence
  statusTexts: Record<Presence, string>
}

/**
 * Words that follow somebody's presence. All of them stand in the page, so that they can be exchanged before React is there;
 * React then leaves what it finds until it has caught up.
 */
export function PresenceText({ as: Element = 'span', presence, statusTexts, ...rest }: Props) {
  return (
    <Element
      {...rest}
      data-presence={presence}
      data-online={statusTexts.online}
      data-busy={statusTexts.busy}
      data-offline={statusTexts.offline}
      suppressHydrationWarning
    >
      {statusTexts[presence]}
    </Element>
  )
}
