import type { HTMLAttributes } from 'react'

export type Presence = 'online' | 'busy' | 'offline'

type Props = HTMLAttributes<HTMLElement> & {
  as?: 'span' | 'p'
  presence: Presence
  words: Record<Presence, string>
}

/**
 * Words that follow somebody's presence. All of them stand in the page, so that they can be exchanged before React is there;
 * React then leaves what it finds until it has caught up.
 */
export function PresenceWords({ as: Element = 'span', presence, words, ...rest }: Props) {
  return (
    <Element
      {...rest}
      data-presence={presence}
      data-online={words.online}
      data-busy={words.busy}
      data-offline={words.offline}
      suppressHydrationWarning
    >
      {words[presence]}
    </Element>
  )
}
