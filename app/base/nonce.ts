import { createContext } from 'react'

/** What marks a script of this page as ours, while it is rendered on the server. Browsers hide it, so there it is empty. */
export const NonceContext = createContext('')
