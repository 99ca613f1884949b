import { createContext } from 'react'

/** The CSP nonce of this page during server rendering. Browsers hide nonces, so it is empty there. */
export const NonceContext = createContext('')
